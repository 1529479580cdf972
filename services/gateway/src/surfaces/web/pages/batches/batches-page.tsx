import type { Batch } from '@parcelyard/contracts/shipping';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { type Page, page } from '../../routing/answer';
import { readPage } from '../../routing/read-page';
import { ownerPage, type Route } from '../../routing/route';
import { pageAddress } from '../../routing/with-query';
import { EmptyState, PageHead } from '../../view/blocks';
import { formatCount } from '../../view/format';
import { ButtonLink } from '../../view/forms';
import { SmallMoment } from '../../view/moment';
import { type Column, moneyColumn, Pagination, Table } from '../../view/table';
import type { WebDependencies } from '../../web-dependencies';
import { webSentence } from '../../wording';
import { BatchStatus } from './batch-words';

const PATH = '/batches';
const PAGE_SIZE = 10;

/** The account's batches, newest first. */
export const batchesPage = ({ clients: { shipping } }: WebDependencies): Route =>
  ownerPage(PATH, async ({ caller, query }) => {
    const number = readPage(query);
    try {
      const asked = { page: number, pageSize: PAGE_SIZE };
      const { batches, total } = await shipping.listBatches(caller, { page: asked });
      return view(number, batches, total);
    } catch (error) {
      return planPage(error);
    }
  });

/**
 * Returns the page for an account whose plan has no batches.
 * @throws the given error when it has another cause
 */
export function planPage(error: unknown): Page {
  if (!(error instanceof DomainError) || error.code !== 'permission_denied') throw error;
  return page(
    'Batches',
    <>
      <PageHead title="Batches" lead="Many labels in one purchase, with one PDF to print." />
      <EmptyState title="Your plan has no batches">
        <p>{webSentence(error)}</p>
        <ButtonLink href="/settings/billing">Choose a plan</ButtonLink>
      </EmptyState>
    </>,
  );
}

const view = (number: number, batches: readonly Batch[], total: number) =>
  page(
    'Batches',
    <>
      <PageHead title="Batches" lead="Many labels in one purchase, with one PDF to print. Newest first." />
      {batches.length > 0 && <Table caption="Batches, newest first" columns={COLUMNS} rows={batches} />}
      {total === 0 && (
        <EmptyState title="No batch yet">
          <p>
            Ask your assistant: “Buy labels for everything that is ready to ship.” It shows you the total
            first; the batch then appears here.
          </p>
        </EmptyState>
      )}
      <Pagination
        page={number}
        pageSize={PAGE_SIZE}
        total={total}
        href={(other) => pageAddress(PATH, other)}
      />
    </>,
  );

const COLUMNS: readonly Column<Batch>[] = [
  {
    heading: 'Batch',
    cell: ({ batchId, createdAt }) => (
      <div>
        <a class="strong" href={`${PATH}/${batchId}`}>
          Batch {batchId}
        </a>
        <SmallMoment at={createdAt} />
      </div>
    ),
  },
  { heading: 'Status', cell: ({ status }) => <BatchStatus status={status} /> },
  {
    heading: 'Labels',
    kind: 'numeric',
    cell: ({ purchased, total }) => `${formatCount(purchased)} of ${formatCount(total)}`,
  },
  {
    heading: 'Problems',
    kind: 'numeric',
    cell: ({ failed }) => (failed > 0 ? formatCount(failed) : <span class="muted">–</span>),
  },
  moneyColumn('Charged', ({ totalChargeCents }) => totalChargeCents),
  {
    heading: 'Labels as PDF',
    kind: 'actions',
    cell: ({ batchId, labelsUrl }) =>
      labelsUrl && (
        <ButtonLink href={labelsUrl} look="quiet" size="small">
          PDF<span class="visually-hidden"> of batch {batchId}</span>
        </ButtonLink>
      ),
  },
];
