import { Readable } from 'node:stream';
import { ACTIVITY_ACTIONS } from '../../../../operations/activity-actions';
import { download, page } from '../../routing/answer';
import { ownerPage, type Route } from '../../routing/route';
import { withQuery } from '../../routing/with-query';
import { EmptyState, PageHead } from '../../view/blocks';
import { Button, ButtonLink, SelectField } from '../../view/forms';
import type { WebDependencies } from '../../web-dependencies';
import { activityCsv } from './activity-csv';
import { ActivityTable } from './activity-table';
import { type ActivityPage, readActivity, readShow, type Show } from './read-activity';

const PATH = '/settings/activity';
const PAGE_SIZE = 25;
/** The most entries that one call can return. */
const CSV_PAGE_SIZE = 500;

/** Who did what with the account's money and data. @see [MCP-W4] */
export const activityRoutes = ({ clients, clock }: WebDependencies): Route[] => [
  ownerPage(PATH, async ({ caller, owner, query }) => {
    const show = readShow(query);
    const before = query.get('before') ?? '';
    const activity = await readActivity(clients, caller, { show, before, pageSize: PAGE_SIZE });
    return view({ show, before, activity, now: clock.now(), timeZone: owner.timeZone });
  }),
  ownerPage(`${PATH}.csv`, async ({ caller, query }) => {
    const show = readShow(query);
    const read = (before: string) => readActivity(clients, caller, { show, before, pageSize: CSV_PAGE_SIZE });
    // The first page is read before anything is sent. If that fails, the owner sees an error and not half a file.
    const first = await read('');
    const content = Readable.from(activityCsv(first, read, clock), { objectMode: false });
    return download('parcelyard-activity.csv', 'text/csv; charset=utf-8; header=present', content);
  }),
];

interface Shown {
  show: Show;
  before: string;
  activity: ActivityPage;
  now: Date;
  timeZone: string;
}

const view = ({ show, before, activity: { rows, next }, now, timeZone }: Shown) => {
  const isNarrowed = show !== '' || before !== '';
  return page(
    'Activity',
    <>
      <PageHead
        title="Activity"
        lead="Actions of assistants, apps and programs in the last 400 days, including refused actions, and your own changes on these pages. Previews and reads are not listed."
        actions={
          rows.length > 0 && (
            <ButtonLink href={withQuery(`${PATH}.csv`, { show })} look="quiet">
              Download CSV
            </ButtonLink>
          )
        }
      />
      {(rows.length > 0 || isNarrowed) && <Filter show={show} />}
      {rows.length > 0 ? <ActivityTable {...{ rows, now, timeZone }} /> : <Nothing isNarrowed={isNarrowed} />}
      {(before !== '' || next !== '') && (
        <nav class="pagination" aria-label="Pages">
          {before !== '' && (
            <ButtonLink href={withQuery(PATH, { show })} look="quiet" size="small">
              Newest
            </ButtonLink>
          )}
          {next !== '' && (
            <ButtonLink href={withQuery(PATH, { show, before: next })} look="quiet" size="small">
              Older
            </ButtonLink>
          )}
        </nav>
      )}
    </>,
  );
};

const WHO = [
  ['token', 'API key'],
  ['apps', 'Connected apps'],
  ['owner', 'The owner'],
] as const;

const WHAT = Object.entries(ACTIVITY_ACTIONS).map(([action, { title }]) => [action, title] as const);

const Filter = ({ show }: { show: Show }) => (
  <form method="get" action={PATH} class="filter no-print" aria-label="Filter">
    <SelectField
      label="Show"
      name="show"
      value={show}
      options={[['', 'Everything']]}
      groups={[
        ['Who', WHO],
        ['What', WHAT],
      ]}
    />
    <div class="filter-actions">
      <Button look="quiet">Apply</Button>
    </div>
  </form>
);

const Nothing = ({ isNarrowed }: { isNarrowed: boolean }) =>
  isNarrowed ? (
    <EmptyState title="No activity found">
      <p>Nothing in the last 400 days matches this filter.</p>
      <ButtonLink href={PATH} look="quiet">
        Show everything
      </ButtonLink>
    </EmptyState>
  ) : (
    <EmptyState title="No activity yet">
      <p>
        Labels that assistants buy or void and e-mails that they send to customers appear here, with the time
        and the amount.
      </p>
      <ButtonLink href="/settings/mcp">Set up your assistant</ButtonLink>
    </EmptyState>
  );
