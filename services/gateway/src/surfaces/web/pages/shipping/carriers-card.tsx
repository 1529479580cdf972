import type { CarrierEntry, LinkedCarrier, ListCarriersResponse } from '@parcelyard/contracts/shipping';
import type { ComponentChildren } from 'preact';
import { ButtonLink } from '../../view/forms';
import { Day } from '../../view/moment';
import { type Column, Table } from '../../view/table';

interface Props {
  carriers: ListCarriersResponse;
  /** What the last change of this card did. */
  notice: ComponentChildren;
}

/** The sellers of labels, and the numbers of the merchant's own accounts at carriers. */
export const CarriersCard = ({ carriers: { carriers, linked }, notice }: Props) => (
  <section class="card" id="carriers">
    <div class="card-head">
      <h2>Carriers</h2>
      <p>
        Labels are sold at our rates and paid from your balance. To use your own account with a carrier, link
        the account and accept the carrier's agreement. After we connect the account, you get your own rates,
        and the carrier bills you.
      </p>
    </div>
    <div class="stack">
      {notice}
      <Table caption="Carriers" columns={columns(linked)} rows={carriers} />
    </div>
  </section>
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
          {account.linkedAt && (
            <div class="muted small">
              since <Day at={account.linkedAt} />
            </div>
          )}
          <div class="muted small">{account.externalId ? 'In use' : 'Not connected yet'}</div>
        </div>
      ));
    },
  },
  {
    heading: 'Link',
    kind: 'actions',
    cell: ({ code }) => (
      <ButtonLink href={`/settings/shipping/carriers/${code}`} look="quiet" size="small">
        Link account
      </ButtonLink>
    ),
  },
];

/** Hides all but the last digits of a number, which are enough to recognise it. */
const masked = (number: string): string => (number === '' ? 'Opened here' : `••${number.slice(-4)}`);
