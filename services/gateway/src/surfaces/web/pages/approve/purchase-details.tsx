import type { Approval } from '@parcelyard/contracts/billing';
import { Card, Facts } from '../../view/blocks';
import { formatMoney } from '../../view/format';
import { ShipToCard } from '../orders/ship-to-card';
import type { Purchase } from './read-purchase';

/** What the amount is made of, and where the parcel goes. */
export const PurchaseDetails = ({ approval, purchase }: { approval: Approval; purchase: Purchase }) => {
  const order = purchase.kind === 'label' ? purchase.order : undefined;
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
      {order?.shipTo && <ShipToCard address={order.shipTo} check={order.addressCheck} />}
    </>
  );
};

/** The lines that are not 0; the total stands above. Approvals of earlier versions know their total alone. */
function splitOf({ batch, postageCents, insuranceCents, feeCents }: Approval) {
  if (postageCents === undefined) {
    return [['Includes', batch ? 'Postage and insurance' : 'Postage, insurance and fee']] as const;
  }
  const lines = [
    ['Postage', postageCents],
    ['Insurance', insuranceCents],
    ['Pay-as-you-go fee', feeCents],
  ] as const;
  return lines.flatMap(([name, cents]) => (cents ? [[name, formatMoney(cents)] as const] : []));
}
