import type { BatchOrderPreview, BatchPreview } from '@parcelyard/contracts/shipping';
import { toDollars } from '@parcelyard/money/dollars';
import { wholeCentsWithin } from '../../operations/buy-rated-label';
import { textOrNull, timestampOrNull } from '../../values/nullable';
import { presentAddressCheck } from '../orders/present-order';
import { sameDestinations } from '../orders/same-destination';
import type { Payload, ToolContext } from '../tool';
import { batchNotes } from './batch-notes';
import { presentItemError } from './present-batch';
import { presentLeftOut } from './present-left-out';

interface Wanted {
  readonly weight_oz?: number | undefined;
  readonly max_total?: number | undefined;
}

/** What the user needs for the decision comes first, because up to five hundred rows may follow. */
export const presentBatchPreview = (args: Wanted, preview: BatchPreview, context: ToolContext): Payload => ({
  preview: true,
  note: previewNote(args, preview, context),
  total_cost: toDollars(preview.totalCostCents),
  insurance: toDollars(preview.insuranceCents),
  total_charge: toDollars(preview.totalChargeCents),
  current_balance: toDollars(preview.currentBalanceCents),
  balance_after: toDollars(preview.balanceAfterCents),
  auto_recharge_would_fire: preview.autoRechargeWouldFire,
  ...(preview.autoRechargeWouldFire && { recharge_amount: toDollars(preview.rechargeCents) }),
  ...presentFitting(args, preview),
  ...presentLeftOut(preview, context),
  ...sameDestinationWarnings(preview),
  orders: preview.orders.map((order) => presentOrder(order, context)),
});

/** Returns the cheapest orders that max_total pays for. Empty when max_total is enough for all orders. */
function fitting({ max_total }: Wanted, { orders, totalCostCents, leftOut }: BatchPreview): number[] {
  if (max_total === undefined || totalCostCents <= wholeCentsWithin(max_total)) return [];
  let left: number = wholeCentsWithin(max_total);
  const outside = new Set(leftOut.map(({ orderId }) => orderId));
  const priced = orders.flatMap(({ orderId, priceCents, error }) =>
    priceCents === undefined || error || outside.has(orderId) ? [] : [{ orderId, priceCents }],
  );
  return priced
    .sort((a, b) => a.priceCents - b.priceCents)
    .filter(({ priceCents }) => {
      left -= priceCents;
      return left >= 0;
    })
    .map(({ orderId }) => orderId);
}

function presentFitting(args: Wanted, preview: BatchPreview): Payload {
  const orderIds = fitting(args, preview);
  return orderIds.length > 0 ? { fits_max_total: orderIds } : {};
}

function sameDestinationWarnings({ orders }: BatchPreview): Payload {
  const warnings = sameDestinations(orders.filter(({ error }) => !error));
  return warnings.length > 0 ? { warnings } : {};
}

const presentOrder = (order: BatchOrderPreview, context: ToolContext): Payload => ({
  order_id: order.orderId,
  order_number: textOrNull(order.orderNumber),
  name: textOrNull(order.name),
  city: textOrNull(order.city),
  state: textOrNull(order.state),
  date: timestampOrNull(order.date),
  weight_oz: order.weightOz ?? null,
  address_check: presentAddressCheck(order.addressCheck),
  method: textOrNull(order.method),
  service_level: textOrNull(order.serviceLevel),
  price: order.priceCents === undefined ? null : toDollars(order.priceCents),
  ...(order.billedByCarrier && { billed_by_carrier: true }),
  error: presentItemError(order.error, context),
});

function previewNote(args: Wanted, preview: BatchPreview, { sentence }: ToolContext): string {
  const { weight_oz } = args;
  const { activeBatchId, refusal, approval, orders, leftOutCount, weighedCount } = preview;
  if (activeBatchId !== undefined) return batchNotes.blocked({ batchId: activeBatchId });
  if (refusal !== undefined)
    return batchNotes.refused({ refusal: sentence(refusal), fits: fitting(args, preview).length });
  const doubtful = orders.filter(({ addressCheck, error }) => !error && isDoubtful(addressCheck?.status));
  const checks = {
    leftOut: leftOutCount,
    doubtful: doubtful.map(({ orderId }) => orderId),
    weighed: weight_oz === undefined ? undefined : weighedCount,
  };
  return approval === undefined
    ? batchNotes.previewed(checks)
    : batchNotes.asks({ ...checks, approval: sentence(approval) });
}

const isDoubtful = (status: string | undefined): boolean => status === 'warning' || status === 'error';
