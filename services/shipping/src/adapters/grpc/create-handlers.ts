import type { ShippingDefinition } from '@parcelyard/contracts/shipping';
import type { RpcHandlers } from '@parcelyard/service-kit/rpc/definition';
import type { CarrierJournal, LabelFileStore } from '../../ports';
import { advanceTracking } from '../../use-cases/advance-tracking';
import { type BuyLabelPorts, buyLabel } from '../../use-cases/buy-label';
import { bookPickup, cancelPickup, quotePickup } from '../../use-cases/carrier-pickups';
import { changeSettings, settingsMessage } from '../../use-cases/change-settings';
import { getLabelFile } from '../../use-cases/get-label-file';
import { getRates } from '../../use-cases/get-rates';
import { listCarrierJournal } from '../../use-cases/list-carrier-journal';
import { listPurchases } from '../../use-cases/list-purchases';

interface Ports extends BuyLabelPorts {
  readonly rateTtlS: number;
  readonly files: LabelFileStore;
  readonly journal: CarrierJournal;
}

/** The contract's methods, each by its use case. */
export function createHandlers(ports: Ports): RpcHandlers<ShippingDefinition> {
  const { settings, carriers, purchases, journal } = ports;
  return {
    getRates: (request) => getRates(ports, request),
    buyLabel: (request) => buyLabel(ports, request),
    getLabelFile: ({ token }) => getLabelFile(ports, token),
    getSettings: async ({ accountId }) => settingsMessage(await settings.get(accountId)),
    updateSettings: (request) => changeSettings(settings, request),
    advanceTracking: (request) => advanceTracking(ports, request),
    quotePickup: (request) => quotePickup(carriers, request),
    bookPickup: (request) => bookPickup(carriers, request),
    cancelCarrierPickup: async (request) => {
      await cancelPickup(carriers, request);
      return {};
    },
    listPurchases: (request) => listPurchases(purchases, request),
    listCarrierJournal: (request) => listCarrierJournal(journal, request),
  };
}
