import { DomainError } from '@parcelyard/service-kit/domain-error';
import {
  readSpendReport,
  readTaxReport,
  readVolumeReport,
  requireReporting,
} from '../../../../operations/reports';
import { page } from '../../routing/answer';
import type { OwnerPageRequest } from '../../routing/page-request';
import { ownerPage, type Route } from '../../routing/route';
import { EmptyState, PageHead } from '../../view/blocks';
import { Button, ButtonLink, SelectField } from '../../view/forms';
import type { WebDependencies } from '../../web-dependencies';
import { webSentence } from '../../wording';
import { DeliverySection } from './delivery-section';
import { SpendSection } from './spend-section';
import { TaxSection } from './tax-section';
import { VolumeSection } from './volume-section';

/** The figures of three report tools as charts. Without business reporting in the plan, the page says so. */
export const reportsPage = (dependencies: WebDependencies): Route =>
  ownerPage('/reports', async (request) => {
    const refusal = await planRefusal(dependencies, request);
    if (refusal !== undefined) return upgradeView(refusal);
    const query = readReportQuery(request.query);
    return reportsView(query, await readReports(dependencies, request, query), request.owner.timeZone);
  });

async function planRefusal(
  { clients, serviceName }: WebDependencies,
  { caller }: OwnerPageRequest,
): Promise<string | undefined> {
  try {
    await requireReporting({ caller, clients, serviceName });
    return undefined;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'permission_denied') return webSentence(error);
    throw error;
  }
}

async function readReports({ clients }: WebDependencies, { caller }: OwnerPageRequest, query: ReportQuery) {
  const context = { caller, clients };
  const [spend, volume, tax] = await Promise.all([
    readSpendReport(context, query.months),
    readVolumeReport(context, { days: query.days }),
    readTaxReport(context, {}),
  ]);
  return { spend, volume, tax };
}

const upgradeView = (sentence: string) =>
  page(
    'Reports',
    <>
      <PageHead title="Reports" />
      <EmptyState title="Your plan has no reports">
        <p>{sentence}</p>
        <ButtonLink href="/settings/billing#plans">See plans</ButtonLink>
      </EmptyState>
    </>,
  );

const reportsView = (
  query: ReportQuery,
  { spend, volume, tax }: Awaited<ReturnType<typeof readReports>>,
  timeZone: string,
) =>
  page(
    'Reports',
    <>
      <PageHead
        title="Reports"
        lead={`Months and days are in your shop’s time zone, ${timeZone}.`}
        actions={<SpanForm query={query} />}
      />
      <div class="stack">
        <SpendSection report={spend} />
        <VolumeSection report={volume} />
        <DeliverySection report={volume} />
        <TaxSection report={tax} />
      </div>
    </>,
  );

const SpanForm = ({ query }: { query: ReportQuery }) => (
  <form method="get" action="/reports" class="span-form no-print">
    <SelectField
      label="Spend"
      name="months"
      value={String(query.months)}
      options={MONTHS.map((months) => [String(months), `${months} months`])}
    />
    <SelectField
      label="Volume"
      name="days"
      value={String(query.days)}
      options={DAYS.map((days) => [String(days), `${days} days`])}
    />
    <Button look="quiet">Show</Button>
  </form>
);

export interface ReportQuery {
  /** Calendar months of the spend report, including the current month. */
  readonly months: number;
  /** Days of volume and delivery, including today. */
  readonly days: number;
}

const MONTHS = [3, 6, 12, 24] as const;
const DAYS = [7, 30, 90] as const;

/** Reads the periods from the query. For an unknown choice, returns the default of the tools. */
function readReportQuery(query: URLSearchParams): ReportQuery {
  const among = (name: string, choices: readonly number[], fallback: number) =>
    choices.find((choice) => String(choice) === query.get(name)) ?? fallback;
  return { months: among('months', MONTHS, 6), days: among('days', DAYS, 30) };
}
