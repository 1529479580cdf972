import type { Batch } from '@parcelyard/contracts/shipping';
import { page } from '../../routing/answer';
import { readPage } from '../../routing/read-page';
import { recordId } from '../../routing/record-id';
import { ownerPage, type Route } from '../../routing/route';
import { pageAddress } from '../../routing/with-query';
import { Card, Crumb, KeyFigures, Notice, PageHead } from '../../view/blocks';
import { formatCount, formatMoney } from '../../view/format';
import { ButtonLink } from '../../view/forms';
import { Moment } from '../../view/moment';
import { Pagination, Table } from '../../view/table';
import type { WebDependencies } from '../../web-dependencies';
import { notFoundPage } from '../error-page';
import { ITEM_COLUMNS, PROBLEM_COLUMNS } from './batch-columns';
import { BatchStatus, isRunning } from './batch-words';
import { planPage } from './batches-page';

const PAGE_SIZE = 50;
const REFRESH_SECONDS = 3;

/** One batch: its progress while it runs, its problems by order, and its PDF at the end. */
export const batchPage = ({ clients: { shipping } }: WebDependencies): Route =>
  ownerPage('/batches/:batchId', async ({ caller, params, query }) => {
    const batchId = recordId(params.batchId);
    if (batchId === undefined) return notFoundPage();
    const number = readPage(query);
    try {
      const asked = { page: number, pageSize: PAGE_SIZE };
      const batch = await shipping.getBatch(caller, { batchId, page: asked });
      return view(batch, number, query.get('refresh') === 'off');
    } catch (error) {
      return planPage(error);
    }
  });

/** Returns the URL of a page of the batch's items. With `still`, the page does not refresh itself. */
const addressOf = (batchId: number, number: number, still: boolean): string =>
  pageAddress(`/batches/${batchId}`, number, { refresh: still ? 'off' : '' });

const view = (batch: Batch, number: number, still: boolean) => {
  const { batchId, status, createdAt, labelsUrl, problems, items, total } = batch;
  const running = isRunning(batch);
  return page(
    `Batch ${batchId}`,
    <>
      <Crumb href="/batches">Batches</Crumb>
      <PageHead
        title={`Batch ${batchId}`}
        lead={
          createdAt && (
            <>
              Confirmed <Moment at={createdAt} />
            </>
          )
        }
        actions={<BatchStatus status={status} />}
      />
      <div class="stack">
        {running && <Progress batch={batch} number={number} still={still} />}
        <Summary batch={batch} />
        {labelsUrl && (
          <div class="row no-print">
            <ButtonLink href={labelsUrl}>Print all labels (PDF)</ButtonLink>
          </div>
        )}
        {problems.length > 0 && (
          <section>
            <h2 class="section-title">
              {problems.length === 1 ? 'One order has a problem' : `${problems.length} orders have a problem`}
            </h2>
            <Table caption="Problems by order" columns={PROBLEM_COLUMNS} rows={problems} />
          </section>
        )}
        <section>
          <h2 class="section-title">Orders</h2>
          {items.length > 0 && <Table caption="Orders of the batch" columns={ITEM_COLUMNS} rows={items} />}
          <Pagination
            page={number}
            pageSize={PAGE_SIZE}
            total={total}
            href={(other) => addressOf(batchId, other, still)}
          />
        </section>
      </div>
    </>,
    running && !still ? { headers: { refresh: String(REFRESH_SECONDS) } } : {},
  );
};

const Summary = ({ batch }: { batch: Batch }) => {
  const { purchased, failed, voided, totalChargeCents, totalCostCents } = batch;
  return (
    <Card>
      <KeyFigures
        rows={[
          ['Labels bought', formatCount(purchased)],
          ['Problems', formatCount(failed)],
          ...(voided > 0 ? [['Voided', formatCount(voided)] as const] : []),
          ['Postage', formatMoney(totalCostCents)],
          ['Charged', formatMoney(totalChargeCents)],
        ]}
      />
    </Card>
  );
};

const Progress = ({ batch, number, still }: { batch: Batch; number: number; still: boolean }) => {
  const { batchId, total, queued } = batch;
  const decided = total - queued;
  return (
    <Card>
      <div class="meter">
        <div class="meter-text">
          <span class="strong">
            {formatCount(decided)} of {formatCount(total)} orders
          </span>
          <span class="numeric">{total === 0 ? '' : `${Math.floor((decided / total) * 100)} %`}</span>
        </div>
        <progress aria-label="Orders processed" max={Math.max(1, total)} value={decided}>
          {decided}
        </progress>
      </div>
      <Notice tone="info">
        {still ? (
          <>
            This page does not refresh itself.{' '}
            <a href={addressOf(batchId, number, false)}>Refresh it automatically</a>
          </>
        ) : (
          <>
            This page refreshes every {REFRESH_SECONDS} seconds until the batch has ended.{' '}
            <a href={addressOf(batchId, number, true)}>Stop refreshing</a>
          </>
        )}
      </Notice>
    </Card>
  );
};
