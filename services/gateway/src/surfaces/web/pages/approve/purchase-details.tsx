import type { Approval } from '@parcelyard/contracts/billing';
import type { Order } from '@parcelyard/contracts/orders';
import { Card, Facts } from '../../view/blocks';
import { formatMoney } from '../../view/format';
import { addressLines, ShipToCard } from '../orders/ship-to-card';
import type { PurchaseView } from './read-purchase';

/** The parts of the amount, and the destination. */
export const PurchaseDetails = ({ approval, purchase }: { approval: Approval; purchase: PurchaseView }) => {
  const order = purchase.kind === 'batch' ? undefined : purchase.order;
  return (
    <>
      <Card title="What it costs">
        <Facts
          rows={[
            ...splitOf(approval),
            ...(order?.weightOz === undefined
              ? []
              : ([['Weight on the order', `${order.weightOz} oz`]] as const)),
          ]}
        />
      </Card>
      {!purchase.isMoved && <Destination purchase={purchase} />}
    </>
  );
};

/** The whole destination, because the owner approves only this one. */
const Destination = ({ purchase }: { purchase: PurchaseView }) => {
  if (purchase.kind === 'batch') return <BatchDestinations orders={purchase.orders} />;
  const { kind, order, shipTo } = purchase;
  if (!shipTo) return null;
  return <ShipToCard address={shipTo} check={kind === 'label' ? order?.addressCheck : undefined} />;
};

const BatchDestinations = ({ orders }: { orders: readonly Order[] }) => (
  <Card title="Destinations">
    <Facts
      rows={orders.map(({ orderNumber, shipTo }) => [
        orderNumber,
        shipTo ? addressLines(shipTo).join(', ') : '–',
      ])}
    />
  </Card>
);

/** Returns the parts of the amount that are not 0. */
function splitOf({ postageCents, insuranceCents, feeCents }: Approval) {
  const lines = [
    ['Postage', postageCents],
    ['Insurance', insuranceCents],
    ['Pay-as-you-go fee', feeCents],
  ] as const;
  return lines.flatMap(([name, cents]) => (cents ? [[name, formatMoney(cents)] as const] : []));
}
