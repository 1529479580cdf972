import { ActivityActor } from '@parcelyard/contracts/activity';
import type { Clock } from '@parcelyard/service-kit/clock';
import { activityAction } from '../../../../operations/activity-actions';
import { outcomeWords } from './activity-words';
import { csvLine } from './csv-line';
import type { ActivityPage, ActivityRow } from './read-activity';

type Cell = string | number | undefined;

/** Programs read these names, so they never change. New columns are added at the end. */
const COLUMNS: readonly (readonly [name: string, cell: (row: ActivityRow, now: Date) => Cell])[] = [
  ['time', ({ at }) => at?.toISOString()],
  ['action', ({ action }) => action],
  ['who', ({ author }) => WHO[author?.actor ?? ActivityActor.UNSPECIFIED]],
  ['app', ({ author }) => author?.appName],
  ['token_issued_at', ({ author }) => author?.tokenIssuedAt?.toISOString()],
  ['surface', ({ author }) => author?.surface],
  ['order_id', ({ subject }) => subject?.orderId],
  ['order_number', ({ orderNumber }) => orderNumber],
  ['batch_id', ({ subject }) => subject?.batchId],
  ['pickup_id', ({ subject }) => subject?.pickupId],
  ['campaign_id', ({ subject }) => subject?.campaignId],
  ['customer_id', ({ subject }) => subject?.customerId],
  ['about_app', ({ subject }) => subject?.appName],
  ['count', ({ subject }) => subject?.count],
  ['amount_usd', ({ subject }) => inDollars(subject?.amountCents)],
  [
    'amount_is',
    ({ action, subject }) => (subject?.amountCents === undefined ? '' : activityAction(action).amount),
  ],
  ['outcome', (row, now) => outcomeWords(row, now).name],
  ['reason', ({ reason }) => reason],
  ['request_id', ({ requestId }) => requestId],
];

const WHO: Readonly<Record<ActivityActor, string>> = {
  [ActivityActor.UNSPECIFIED]: '',
  [ActivityActor.TOKEN]: 'API key',
  [ActivityActor.APP]: 'connected app',
  [ActivityActor.OWNER]: 'owner',
};

/** Writes all entries of a filter as a CSV file, page by page, because 400 days of a busy shop do not fit in memory. */
export async function* activityCsv(
  first: ActivityPage,
  read: (before: string) => Promise<ActivityPage>,
  clock: Clock,
): AsyncGenerator<string> {
  yield csvLine(COLUMNS.map(([name]) => name));
  let page = first;
  for (;;) {
    const now = clock.now();
    const lines = page.rows.map((row) => csvLine(COLUMNS.map(([, cell]) => cell(row, now))));
    if (lines.length > 0) yield lines.join('');
    if (page.next === '') return;
    page = await read(page.next);
  }
}

const inDollars = (cents: number | undefined) => (cents === undefined ? undefined : (cents / 100).toFixed(2));
