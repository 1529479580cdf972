import type { Order, OrderLabel } from '@parcelyard/contracts/orders';
import { measuresInWords } from '@parcelyard/service-kit/measures-in-words';
import type { ComponentChildren } from 'preact';
import { Card, Facts, Notice } from '../../view/blocks';
import { formatChange, formatDay, formatMoney } from '../../view/format';
import { ButtonLink } from '../../view/forms';
import { Moment } from '../../view/moment';

export const OrderLabelCard = ({ order }: { order: Order }) => {
  const { label } = order;
  if (!label) {
    return (
      <Card title="Label">
        <p class="muted">
          {order.trackingNumber
            ? 'The label of this order was not bought here.'
            : 'No label yet. When the order is ready to ship, ask your assistant to compare rates and buy a label.'}
        </p>
        <Facts rows={[...adjustmentsOf(order), ...parcelOf(order)]} />
      </Card>
    );
  }
  return (
    <Card title="Label">
      {label.pendingVoid !== undefined && <VoidPendingNotice />}
      <Facts rows={[...boughtOf(label), ...adjustmentsOf(order), ...parcelOf(order)]} />
      <div class="row no-print">
        {label.pendingVoid === undefined && (
          <>
            <ButtonLink href={label.labelUrl}>Open label</ButtonLink>
            <File href={label.rawLabelUrl}>4×6 original</File>
            <File href={label.formUrl}>Customs form</File>
          </>
        )}
        <File href={label.receiptUrl}>Receipt</File>
      </div>
    </Card>
  );
};

/** Shown while the carrier has not answered whether it voids the label. */
export const VoidPendingNotice = () => (
  <Notice tone="warn">
    The carrier has not accepted the void of this label yet. Do not print or use the label. You get the refund
    when the carrier accepts the void.
  </Notice>
);

const File = ({ href, children }: { href: string | undefined; children: string }) =>
  href ? (
    <ButtonLink href={href} look="quiet">
      {children}
    </ButtonLink>
  ) : null;

type Row = readonly [string, ComponentChildren];

function boughtOf(label: OrderLabel): Row[] {
  const { method, costCents, purchasedAt, trackingNumber, trackingUrl, estimatedDeliveryDate } = label;
  return [
    ['Service', method],
    ['Cost', <Cost key="cost" label={label} cents={costCents} />],
    ...(purchasedAt ? ([['Bought', <Moment at={purchasedAt} />]] as Row[]) : []),
    [
      'Tracking',
      <a key="tracking" class="code" href={trackingUrl}>
        {trackingNumber}
      </a>,
    ],
    ...(estimatedDeliveryDate
      ? ([['Expected', formatDay(new Date(`${estimatedDeliveryDate}T00:00:00Z`))]] as Row[])
      : []),
  ];
}

const Cost = ({ label, cents }: { label: OrderLabel; cents: number }) => {
  const parts = [
    ['insurance', label.insuranceCents],
    ['pay-as-you-go fee', label.feeCents],
  ].flatMap(([name, part]) => (part ? [`${name} ${formatMoney(part as number)}`] : []));
  return (
    <>
      {formatMoney(cents)}
      {parts.length > 0 && <div class="muted small">includes {parts.join(' and ')}</div>}
      {label.billedByCarrier && (
        <div class="muted small">The carrier bills the postage to your own carrier account.</div>
      )}
    </>
  );
};

/** Returns the carriers' adjustments for all labels of the order, also voided ones and those of its return. */
const adjustmentsOf = ({ adjustments }: Order): Row[] =>
  adjustments.flatMap(({ adjustment }): Row[] =>
    adjustment
      ? [
          [
            'Adjusted by the carrier',
            <>
              {formatChange(-adjustment.cents)} on your balance
              <div class="muted small">{measuresInWords(adjustment)}</div>
              {adjustment.reason && <div class="muted small">{adjustment.reason}</div>}
            </>,
          ],
        ]
      : [],
  );

function parcelOf({ weightOz, length, width, height }: Order): Row[] {
  return [
    ...(weightOz === undefined ? [] : ([['Weight', `${weightOz} oz`]] as Row[])),
    ...(length === undefined ? [] : ([['Size', `${length} × ${width} × ${height} in`]] as Row[])),
  ];
}
