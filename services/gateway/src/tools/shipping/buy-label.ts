import type { OrderLabel } from '@parcelyard/contracts/orders';
import type { BuyLabelPreview, BuyLabelResult, Cover } from '@parcelyard/contracts/shipping';
import { toDollars } from '@parcelyard/money/dollars';
import { z } from 'zod';
import { buyRatedLabel, NOTHING_CHARGED, totalDollars } from '../../operations/buy-rated-label';
import { linkOrNull, textOrNull } from '../../values/nullable';
import { CONFIRM_REFUSED, HAS_LABEL } from '../../values/preview-words';
import { confirm, dollars, optionalText, text } from '../arguments/fields';
import { orderId } from '../arguments/record-ids';
import { note, SHOW_AND_AGREE } from '../note';
import { presentAddressCheck, presentShipTo } from '../orders/present-order';
import { defineTool, type Payload, type ToolContext } from '../tool';
import { insuranceWords } from './insurance-words';

const input = z.object({
  order_id: orderId('Order to buy the label for'),
  rate_id: text('rate_id of the chosen get_rates row, unchanged.', { max: 8_000 }),
  package_id: text('package_id of the same get_rates answer, unchanged.', { max: 8_000 }),
  method: text('method of the chosen row.', { max: 200 }),
  service_level: text('service_level of the chosen row.', { max: 200 }),
  max_cost: dollars(
    'Limit on the postage alone, in US dollars, 0 or more; above it, nothing is bought or charged.',
    { max: 1_000_000 },
  ).optional(),
  max_charge: dollars('Limit on the whole charge: postage, insurance and fee, in US dollars.', {
    max: 1_000_000,
  }).optional(),
  itn: optionalText(
    'Internal Transaction Number of the export filing, X and 14 digits; needed for exports with goods of one kind above 2,500 dollars.',
    { max: 30 },
  ),
  confirm: confirm('true buys the label and charges the postage balance.'),
});

type Arguments = z.infer<typeof input>;

const COVER = { enabled: false, premiumCents: 145, insuredValueCents: 14_500 };

const notes = {
  previewed: note<{ cover: Cover | undefined; lookAt: readonly string[]; ownAccount: boolean }>(
    'a preview',
    { cover: COVER, lookAt: ['address_check', 'warnings'], ownAccount: true },
    ({ cover, lookAt, ownAccount }) =>
      [
        'Nothing was bought or charged.',
        ...(ownAccount ? ["The carrier bills the postage to the merchant's own carrier account."] : []),
        ...(lookAt.length > 0 ? [`Look at ${lookAt.join(' and ')}.`] : []),
        ...(cover ? [insuranceWords(cover)] : []),
        SHOW_AND_AGREE,
      ].join(' '),
  ),
  repeated: note('a confirm for an order that has its label', {}, () => NOTHING_CHARGED),
  existing: note(
    'a preview for an order that has its label',
    { trackingNumber: '9400111899223197428490' },
    ({ trackingNumber }) =>
      `${HAS_LABEL} (tracking ${trackingNumber}). A confirm returns it and charges nothing.`,
  ),
  refused: note(
    'a preview whose confirm would be refused',
    { refusal: 'The parcel of order 10001 was scanned by its carrier, so its label cannot be voided.' },
    ({ refusal }) => `Nothing was bought, and ${CONFIRM_REFUSED}: ${refusal}`,
  ),
  notCovered: note(
    'a preview that the balance does not cover',
    {},
    () =>
      `Nothing was bought, and ${CONFIRM_REFUSED}: the balance does not cover the charge and auto-recharge is off. Ask the owner to add postage first.`,
  ),
  needsApproval: note(
    'a preview of a purchase that waits for the owner',
    { words: 'The owner is asked on confirm.' },
    ({ words }) => `Nothing was bought. ${words}`,
  ),
};

/** @see [MCP-S3], [MCP-S4] */
export const buyLabel = defineTool({
  name: 'buy_label',
  title: 'Buy label',
  description:
    'Buys the label of a rated order from the postage balance, at the price sealed in rate_id. Preview first: check ship_to, total_charge and balance_would_go_negative, then confirm. If the order already has a label, returns that label and charges nothing.',
  access: 'Spends money',
  offeredToApps: false,
  saves: 'when confirmed',
  activity: { action: 'buy_label', about: ({ order_id }) => ({ orderId: order_id }) },
  hints: { idempotent: true, openWorld: true },
  notes,
  input,
  async run(args, context) {
    const outcome = await buyRatedLabel(context, {
      orderId: args.order_id,
      rateId: args.rate_id,
      packageId: args.package_id,
      method: args.method,
      serviceLevel: args.service_level,
      maxCost: args.max_cost,
      maxCharge: args.max_charge,
      itn: args.itn || undefined,
      confirm: args.confirm === true,
    });
    return outcome.$case === 'result'
      ? presentResult(args, outcome.result, context)
      : presentPreview(args, outcome.preview, context);
  },
});

function presentPreview(args: Arguments, preview: BuyLabelPreview, context: ToolContext): Payload {
  return {
    preview: true,
    order_id: args.order_id,
    ...(preview.forReturn && { return: true }),
    method: args.method,
    service_level: args.service_level,
    ship_to: preview.shipTo ? presentShipTo(preview.shipTo) : null,
    address_check: presentAddressCheck(preview.addressCheck),
    weight_oz: preview.weightOz ?? null,
    estimated_delivery_date: textOrNull(preview.estimatedDeliveryDate),
    charges: presentCharges(preview),
    postage: toDollars(preview.postageCents),
    ...(preview.billedByCarrier && { billed_by_carrier: true }),
    insurance: toDollars(preview.insuranceCents),
    fee: toDollars(preview.feeCents),
    total_charge: toDollars(preview.totalChargeCents),
    current_balance: toDollars(preview.currentBalanceCents),
    balance_after: toDollars(preview.balanceAfterCents),
    auto_recharge_would_fire: preview.autoRechargeWouldFire,
    ...(preview.autoRechargeWouldFire && { recharge_amount: toDollars(preview.rechargeCents) }),
    balance_would_go_negative: preview.balanceWouldGoNegative,
    insured_value: preview.insuranceCents > 0 ? toDollars(preview.cover?.insuredValueCents ?? 0) : null,
    ...presentCustoms(preview),
    warnings: preview.warnings,
    message: previewMessage(preview, context),
  };
}

/** Returns the charges, which add up to total_charge. */
const presentCharges = (preview: BuyLabelPreview): Payload[] =>
  [
    {
      type: 'postage',
      name: 'Postage',
      amount: toDollars(preview.billedByCarrier ? 0 : preview.postageCents),
    },
    { type: 'insurance', name: 'Insurance', amount: toDollars(preview.insuranceCents) },
    { type: 'fee', name: 'Pay-as-you-go fee', amount: toDollars(preview.feeCents) },
  ].filter(({ amount }) => amount > 0);

/** Returns the declared value and the items for customs. Without a customs declaration, they are null and empty. */
const presentCustoms = ({ declaredValueCents, customsItems }: BuyLabelPreview): Payload => ({
  declared_value: declaredValueCents === undefined ? null : toDollars(declaredValueCents),
  customs_items: customsItems.map((item) => ({
    description: item.description,
    quantity: item.quantity,
    unit_value: toDollars(item.unitValueCents),
    value: toDollars(item.unitValueCents * item.quantity),
    hs_code: textOrNull(item.hsCode),
    origin_country: item.originCountry,
  })),
});

function previewMessage(preview: BuyLabelPreview, { sentence }: ToolContext): string {
  if (preview.existingLabel) {
    return notes.existing({ trackingNumber: preview.existingLabel.trackingNumber });
  }
  if (preview.refusal) {
    return notes.refused({ refusal: sentence(preview.refusal) });
  }
  if (preview.approval) return notes.needsApproval({ words: sentence(preview.approval) });
  if (preview.balanceWouldGoNegative) return notes.notCovered({});
  const doubtful =
    preview.addressCheck !== undefined && !['verified', 'plausible'].includes(preview.addressCheck.status);
  const lookAt = [
    ...(doubtful ? ['address_check'] : []),
    ...(preview.warnings.length > 0 ? ['warnings'] : []),
  ];
  return notes.previewed({ cover: preview.cover, lookAt, ownAccount: preview.billedByCarrier ?? false });
}

function presentResult(args: Arguments, result: BuyLabelResult, context: ToolContext): Payload {
  const label = result.label as OrderLabel;
  return {
    purchased: true,
    order_id: args.order_id,
    ...(result.forReturn && { return: true }),
    label_url: linkOrNull(context, label.labelUrl),
    tracking_number: textOrNull(label.trackingNumber),
    tracking_url: linkOrNull(context, label.trackingUrl),
    ...(textOrNull(label.formUrl) !== null && { form_url: linkOrNull(context, label.formUrl) }),
    ...(textOrNull(label.receiptUrl) !== null && { receipt_url: linkOrNull(context, label.receiptUrl) }),
    carrier: label.carrier,
    method: label.method,
    service_level: label.serviceLevel,
    estimated_delivery_date: textOrNull(label.estimatedDeliveryDate),
    postage: toDollars(result.postageCents),
    ...(label.billedByCarrier && { billed_by_carrier: true }),
    insurance: toDollars(result.insuranceCents),
    fee: toDollars(result.feeCents),
    total_charge: totalDollars(result),
    ...(!result.chargedNow && { note: notes.repeated({}) }),
  };
}
