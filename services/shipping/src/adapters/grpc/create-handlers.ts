import type { ShippingDefinition } from '@parcelyard/contracts/shipping';
import type { DeadLetters } from '@parcelyard/events/dead-letters';
import { createDeadLetterHandlers } from '@parcelyard/events/dead-letters';
import type { RpcHandlers } from '@parcelyard/service-kit/rpc/definition';
import { withPorts } from '@parcelyard/service-kit/rpc/with-ports';
import type { BatchPorts, SellerJournal } from '../../ports';
import { advanceTracking } from '../../use-cases/advance-tracking';
import { getBatch, listBatches } from '../../use-cases/batch/get-batch';
import { triggerBatch } from '../../use-cases/batch/trigger-batch';
import { type BuyLabelPorts, buyLabel } from '../../use-cases/buy-label';
import { buyReturnLabel } from '../../use-cases/buy-return-label';
import { cancelOrder } from '../../use-cases/cancel-order';
import { listCarriers, registerCarrier } from '../../use-cases/carrier-accounts';
import {
  addToPickup,
  bookPickup,
  cancelPickup,
  makeScanForm,
  quotePickup,
  selectSoldBy,
} from '../../use-cases/carrier-pickups';
import { changeSettings, settingsMessage } from '../../use-cases/change-settings';
import { getLabelFile, type LabelFilePorts } from '../../use-cases/get-label-file';
import { getPendingRefunds } from '../../use-cases/get-pending-refunds';
import { getRates } from '../../use-cases/get-rates';
import { listParcels } from '../../use-cases/list-parcels';
import { listPurchases, listSellerJournal } from '../../use-cases/list-records';
import type { LookPorts } from '../../use-cases/look-at-adjustments';
import { quoteShipping } from '../../use-cases/quote-shipping';
import { type HookPorts, receiveHook } from '../../use-cases/receive-hook';
import { type ReconcilePorts, reconcileAdjustments } from '../../use-cases/reconcile-adjustments';
import { repairOrder } from '../../use-cases/repair-order';
import type { ShippingPorts } from '../../use-cases/shipping-ports';
import { trackShipment } from '../../use-cases/track-shipment';
import { useCarrierAccount } from '../../use-cases/use-carrier-account';
import { validateAddress } from '../../use-cases/validate-address';
import { voidLabel, voidReturnLabel } from '../../use-cases/void-label';

interface Ports
  extends BuyLabelPorts,
    BatchPorts,
    LabelFilePorts,
    Pick<HookPorts, 'readHooks'>,
    Pick<ShippingPorts, 'rateTtlS' | 'files' | 'addresses' | 'carrierAccounts'> {
  readonly journal: SellerJournal;
  readonly deadLetters: DeadLetters;
  readonly adjusting: ReconcilePorts & LookPorts;
  readonly adjustmentsSoon: HookPorts['adjustmentsSoon'];
}

export function createHandlers(ports: Ports): RpcHandlers<ShippingDefinition> {
  const { settings, carriers, purchases, journal } = ports;
  return {
    ...createDeadLetterHandlers(ports.deadLetters),
    ...withPorts(ports, {
      getRates,
      buyLabel,
      voidLabel,
      buyReturnLabel,
      voidReturnLabel,
      cancelOrder,
      getLabelFile,
      trackShipment,
      listParcels,
      listCarriers,
      repairOrder,
      advanceTracking,
      validateAddress,
      quoteShipping,
      registerCarrier,
      useCarrierAccount,
      triggerBatch,
      getBatch,
      listBatches,
      quotePickup,
      selectSoldBy,
      bookPickup,
      makeScanForm,
      receiveHook,
    }),
    getSettings: async ({ accountId }) => settingsMessage(await settings.get(accountId)),
    updateSettings: (request) => changeSettings(settings, request),
    ...withPorts(carriers, {
      addToCarrierPickup: addToPickup,
    }),
    cancelCarrierPickup: async (request) => {
      await cancelPickup(carriers, request);
      return {};
    },
    ...withPorts(purchases, {
      getPendingRefunds,
      listPurchases,
    }),
    listSellerJournal: (request) => listSellerJournal(journal, request),
    reconcileAdjustments: (request) => reconcileAdjustments(ports.adjusting, request),
  };
}
