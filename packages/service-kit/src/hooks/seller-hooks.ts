import hooks from './seller-hooks.json';

interface SellerHook {
  /** The name of the seller. */
  readonly source: string;
  readonly path: string;
  /** The request headers that the hook's reader gets. */
  readonly headers: readonly string[];
}

/** The hooks to which sellers of labels post their events. `npm run chart` writes the list from their declarations. */
export const SELLER_HOOKS: readonly SellerHook[] = hooks;
