import type { CarrierEntry, LinkedCarrier, ListCarriersResponse } from '@parcelyard/contracts/shipping';
import { Card } from '../../view/card';
import { formatDay } from '../../view/format-date';
import { type Column, Table } from '../../view/table';

/** Who sells labels, and the account's own numbers with them. */
export const CarriersCard = ({ carriers: { carriers, linked } }: { carriers: ListCarriersResponse }) => (
  <Card
    title="Carriers"
    lead="Labels are sold at our rates. To link an account of your own, ask your assistant to register the carrier: you read and accept its agreement there."
  >
    <Table caption="Carriers" columns={columns(linked)} rows={carriers} />
  </Card>
);

const columns = (linked: readonly LinkedCarrier[]): readonly Column<CarrierEntry>[] => [
  { heading: 'Carrier', cell: ({ name }) => <span class="strong">{name}</span> },
  { heading: 'Services', cell: ({ services }) => <span class="small">{services.join(', ')}</span> },
  {
    heading: 'Your accounts',
    cell: ({ code }) => {
      const own = linked.filter(({ carrier }) => carrier === code);
      if (own.length === 0) return <span class="muted">–</span>;
      return own.map((account) => (
        <div key={account.carrierAccountId}>
          <span class="code">{masked(account.accountNumber)}</span>
          {account.linkedAt && <div class="muted small">since {formatDay(account.linkedAt)}</div>}
        </div>
      ));
    },
  },
];

/** Enough to know it again. */
const masked = (number: string): string => (number === '' ? 'Opened here' : `••${number.slice(-4)}`);
