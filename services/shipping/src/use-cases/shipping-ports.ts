import type { CarrierAccountStore } from '../adapters/mongo/carrier-account-store';
import type { Sealer } from '../adapters/seals/create-sealer';
import type { BatchPorts, DrawnFiles } from '../ports';
import type { AdjustmentSource } from '../sellers/adjustment-source';
import type { ReadHook } from '../sellers/seller-port';

/** What the use cases need: stores, carriers, other services and more. Each use case names the parts that it uses. */
export interface ShippingPorts extends BatchPorts {
  readonly sealer: Sealer;
  readonly carrierAccounts: CarrierAccountStore;
  /** Seconds that a rate is valid. */
  readonly rateTtlS: number;
  readonly sources: readonly AdjustmentSource[];
  readonly drawnFiles: DrawnFiles;
  /** Checks and reads a seller's event, by seller. */
  readonly readHooks: ReadonlyMap<string, ReadHook>;
}
