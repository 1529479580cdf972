import type { Seller } from '../domain/seller';
import { DECLARATIONS } from './declarations';
import type { SellerDeclaration } from './seller-declaration';
import type { OpenSeller, OpenSellerFunction, SellerContext } from './seller-port';
import { carriersVariable } from './seller-variables';

type Opened = { readonly [Name in Seller]: OpenSellerFunction<Extract<Declared, { name: Name }>> };
type Declared = (typeof DECLARATIONS)[number];

/** The code of a seller is loaded only when the seller is configured. */
const OPEN: { readonly [Name in Seller]: () => Promise<Opened[Name]> } = {
  sandbox: async () => (await import('./sandbox/open-sandbox')).openSandbox,
  easypost: async () => (await import('./easypost/open-easypost')).openEasypost,
  shippo: async () => (await import('./shippo/open-shippo')).openShippo,
  shipengine: async () => (await import('./shipengine/open-shipengine')).openShipengine,
};

/** The variables of all sellers, and `CARRIERS`. */
export type SellersConfig = Readonly<Record<string, unknown>> & { readonly CARRIERS: readonly Seller[] };

export interface ConfiguredSeller extends OpenSeller {
  readonly declaration: SellerDeclaration;
  readonly offered: readonly string[];
}

/**
 * Opens the sellers that `CARRIERS` names, in the order of `CARRIERS`.
 * @throws Error that names the missing variable of a seller
 */
export async function openSellers(
  config: SellersConfig,
  context: Omit<SellerContext, 'config'>,
): Promise<ReadonlyMap<Seller, ConfiguredSeller>> {
  const opened = new Map<Seller, ConfiguredSeller>();
  for (const name of config.CARRIERS) {
    const declaration: SellerDeclaration = DECLARATIONS.find((one) => one.name === name) as Declared;
    requireSecrets(declaration, config);
    const open = (await OPEN[name]()) as OpenSellerFunction<SellerDeclaration>;
    const chosen = (config[carriersVariable(name)] ?? []) as readonly string[];
    const seller = await open({ ...context, config });
    opened.set(name, { ...seller, declaration, offered: chosen.length > 0 ? chosen : declaration.carriers });
  }
  return opened;
}

/** @throws Error that names the missing variable */
function requireSecrets({ name, secrets }: SellerDeclaration, config: SellersConfig): void {
  for (const [variable, { required }] of Object.entries(secrets)) {
    if (!required || config[variable]) continue;
    throw new Error(`Bad configuration. ${variable}: is required when CARRIERS names ${name}`);
  }
}
