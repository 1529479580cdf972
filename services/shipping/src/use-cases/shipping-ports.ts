import type { CarrierAccountStore } from '../adapters/mongo/carrier-account-store';
import type { Sealer } from '../adapters/seals/create-sealer';
import type { BatchPorts, DrawnFiles } from '../ports';
import type { AdjustmentSource } from '../sellers/adjustment-source';
import type { ReadHook } from '../sellers/seller-port';

/** The ports of all use cases. Each use case lists the ports that it needs. */
export interface ShippingPorts extends BatchPorts {
  readonly sealer: Sealer;
  readonly carrierAccounts: CarrierAccountStore;
  /** Seconds that a rate is valid. */
  readonly rateTtlS: number;
  readonly sources: readonly AdjustmentSource[];
  readonly drawnFiles: DrawnFiles;
  /** Reads and verifies a seller's event, by seller. */
  readonly readHooks: ReadonlyMap<string, ReadHook>;
}
