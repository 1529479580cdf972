import type { BatchItem, BatchProblem } from '@parcelyard/contracts/shipping';
import { formatMoney } from '../../view/format';
import { ButtonLink } from '../../view/forms';
import { StatusBadge, type StatusWords } from '../../view/status-badge';
import type { Column } from '../../view/table';
import { webFailure } from '../../wording';

const STATUS: StatusWords = {
  queued: ['neutral', 'Queued'],
  purchasing: ['accent', 'Buying'],
  purchased: ['good', 'Bought'],
  failed: ['bad', 'Failed'],
  void_pending: ['warn', 'Void pending'],
  voided: ['neutral', 'Voided'],
};

const Order = ({ orderId, orderNumber }: Pick<BatchItem, 'orderId' | 'orderNumber'>) =>
  orderNumber ? (
    <a class="strong" href={`/orders/${orderId}`}>
      {orderNumber}
    </a>
  ) : (
    <span class="strong">{orderId}</span>
  );

export const PROBLEM_COLUMNS: readonly Column<BatchProblem>[] = [
  { heading: 'Order', cell: Order },
  { heading: 'Problem', cell: ({ error }) => error && webFailure(error) },
];

export const ITEM_COLUMNS: readonly Column<BatchItem>[] = [
  { heading: 'Order', cell: Order },
  {
    heading: 'Status',
    cell: ({ status }) => <StatusBadge status={status} words={STATUS} />,
  },
  {
    heading: 'Tracking',
    cell: ({ trackingNumber }) =>
      trackingNumber ? (
        <a class="code small" href={`/track/${encodeURIComponent(trackingNumber)}`}>
          {trackingNumber}
        </a>
      ) : (
        <span class="muted">–</span>
      ),
  },
  {
    heading: 'Postage',
    kind: 'numeric',
    cell: ({ status, priceCents }) =>
      status === 'failed' || priceCents === undefined ? (
        <span class="muted">–</span>
      ) : (
        formatMoney(priceCents)
      ),
  },
  {
    heading: 'Files',
    kind: 'actions',
    cell: ({ labelUrl, formUrl, orderNumber }) => (
      <>
        <File href={labelUrl} of={orderNumber}>
          Label
        </File>{' '}
        <File href={formUrl} of={orderNumber}>
          Customs form
        </File>
      </>
    ),
  },
];

const File = ({ href, of, children }: { href: string | undefined; of: string; children: string }) =>
  href ? (
    <ButtonLink href={href} look="quiet" size="small">
      {children}
      <span class="visually-hidden"> of {of}</span>
    </ButtonLink>
  ) : null;
