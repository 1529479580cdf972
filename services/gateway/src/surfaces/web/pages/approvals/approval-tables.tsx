import type { Approval } from '@parcelyard/contracts/billing';
import { ConnectionKind } from '@parcelyard/contracts/common';
import type { OrderRow } from '@parcelyard/contracts/orders';
import { formatCount, formatMoney } from '../../view/format';
import { ButtonLink } from '../../view/forms';
import { SmallMoment } from '../../view/moment';
import { StatusBadge, type StatusWords } from '../../view/status-badge';
import { type Column, momentColumn, Table } from '../../view/table';

interface Props {
  approvals: readonly Approval[];
  /** The first order of each approval, if it still exists. */
  known: ReadonlyMap<number, OrderRow>;
}

/** The purchases on which the owner must decide. The one that expires first is on top. */
export const WaitingApprovals = ({ approvals, known }: Props) => (
  <Table
    caption="Waiting for you, next to expire first"
    columns={[
      ...about(known),
      momentColumn<Approval>('Expires', ({ expiresAt }) => expiresAt),
      TOTAL,
      {
        heading: 'Decide',
        kind: 'actions',
        cell: (approval) => (
          <ButtonLink href={addressOf(approval)} size="small">
            Decide<span class="visually-hidden"> about {nameOf(approval, known)}</span>
          </ButtonLink>
        ),
      },
    ]}
    rows={approvals}
  />
);

/** Decided and expired approvals, newest first. */
export const PastApprovals = ({ approvals, known }: Props) => (
  <Table
    caption="Allowed, denied and expired, newest first"
    columns={[
      ...about(known),
      { heading: 'Outcome', cell: (approval) => <Outcome approval={approval} /> },
      TOTAL,
      {
        heading: 'Details',
        kind: 'actions',
        cell: (approval) => (
          <ButtonLink href={addressOf(approval)} look="quiet" size="small">
            Details<span class="visually-hidden"> of {nameOf(approval, known)}</span>
          </ButtonLink>
        ),
      },
    ]}
    rows={approvals}
  />
);

const addressOf = ({ approvalId }: Approval): string => `/approve/${encodeURIComponent(approvalId)}`;

const about = (known: Props['known']): readonly Column<Approval>[] => [
  { heading: 'What for', cell: (approval) => <What approval={approval} known={known} /> },
  {
    heading: 'Who asked',
    cell: ({ connectionKind, askedAt }) => (
      <div>
        <div>{WHO[connectionKind] ?? 'Somebody with access'}</div>
        <SmallMoment at={askedAt} />
      </div>
    ),
  },
];

const WHO: Readonly<Partial<Record<ConnectionKind, string>>> = {
  [ConnectionKind.TOKEN]: 'API key',
  [ConnectionKind.APP]: 'A connected app',
};

const TOTAL: Column<Approval> = {
  heading: 'Total',
  kind: 'numeric',
  cell: ({ totalCents }) => <span class="strong">{formatMoney(totalCents)}</span>,
};

function nameOf({ batch, forReturn, orderIds }: Approval, known: Props['known']): string {
  if (batch) return `a batch of ${formatCount(orderIds.length)}`;
  const [orderId = 0] = orderIds;
  return `${forReturn ? 'the return of ' : ''}order ${known.get(orderId)?.orderNumber ?? orderId}`;
}

const What = ({ approval, known }: { approval: Approval; known: Props['known'] }) => {
  const { batch, forReturn, orderIds, method } = approval;
  const [orderId = 0] = orderIds;
  const order = known.get(orderId);
  if (batch) {
    return (
      <div>
        <div class="strong">{formatCount(orderIds.length)} labels in a batch</div>
        {order && <div class="muted small">{placesOf(order, orderIds.length - 1)}</div>}
      </div>
    );
  }
  return (
    <div>
      <div>
        {forReturn ? 'Return label' : 'Label'} for{' '}
        {order ? (
          <a class="strong" href={`/orders/${orderId}`}>
            {order.orderNumber}
          </a>
        ) : (
          <span class="strong">order {orderId}</span>
        )}
      </div>
      <div class="muted small">{[method, order && placesOf(order, 0)].filter(Boolean).join(' · ')}</div>
    </div>
  );
};

function placesOf({ name, city, state }: OrderRow, more: number): string {
  const place = [name, city, state].filter(Boolean).join(', ');
  return more > 0 ? `${place} and ${formatCount(more)} more` : place;
}

const OUTCOMES: StatusWords = {
  allowed: ['accent', 'Allowed'],
  used: ['good', 'Allowed and bought'],
  denied: ['warn', 'Denied'],
  expired: ['neutral', 'Expired'],
};

const Outcome = ({ approval: { status, decidedAt, expiresAt } }: { approval: Approval }) => {
  const at = decidedAt ?? (status === 'expired' ? expiresAt : undefined);
  return (
    <div>
      <StatusBadge status={status} words={OUTCOMES} />
      <SmallMoment at={at} />
    </div>
  );
};
