import hooks from './seller-hooks.json';

interface SellerHook {
  /** The seller's name. */
  readonly source: string;
  readonly path: string;
  /** The request headers that the hook's reader gets. */
  readonly headers: readonly string[];
}

/** Where sellers of labels post their events. `npm run chart` writes the list from their declarations. */
export const SELLER_HOOKS: readonly SellerHook[] = hooks;
