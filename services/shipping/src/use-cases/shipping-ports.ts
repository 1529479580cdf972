import type { CarrierAccountStore } from '../adapters/mongo/carrier-account-store';
import type { Sealer } from '../adapters/seals/create-sealer';
import type { BatchPorts, DrawnFiles } from '../ports';
import type { AdjustmentSource } from '../sellers/adjustment-source';
import type { ReadHook } from '../sellers/seller-port';

/** What the use cases need: stores, carriers, other services and more. Each use case names the parts that it uses. */
export interface ShippingPorts extends BatchPorts {
  readonly sealer: Sealer;
  readonly carrierAccounts: CarrierAccountStore;
  readonly rateTtlS: number;
  readonly sources: readonly AdjustmentSource[];
  readonly drawnFiles: DrawnFiles;
  /** For each seller, the function that checks and reads its events. */
  readonly readHooks: ReadonlyMap<string, ReadHook>;
}
