import type { VolumeRow } from '@parcelyard/contracts/orders';
import { carrierName } from '@parcelyard/service-kit/carriers';
import { netOf, type VolumeReport } from '../../../../operations/reports';
import { Card } from '../../view/blocks';
import { BarList } from '../../view/charts/bar-list';
import { DayBars, type DayValue } from '../../view/charts/day-bars';
import { formatCount, formatMoney, formatShortDate } from '../../view/format';
import { type Column, moneyColumn, Table } from '../../view/table';

/** Labels by day, carrier, service and destination. */
export const VolumeSection = ({ report }: { report: VolumeReport }) => {
  const { byCarrier, byService, byDestinationState, byDay } = report;
  const labels = `${formatCount(report.labels)} ${report.labels === 1 ? 'label' : 'labels'}`;
  return (
    <>
      <div class="columns">
        <Card
          title="Labels by day"
          lead={`${labels} from ${formatShortDate(report.from)} to ${formatShortDate(report.to)}`}
        >
          <DayBars
            id="by-day"
            title="Labels by day"
            description={`${labels} bought from ${formatShortDate(report.from)} to ${formatShortDate(report.to)}.`}
            days={everyDay(report, byDay)}
          />
          <details>
            <summary>Figures by day</summary>
            {byDay.length === 0 ? (
              <p class="muted">No label was bought in this period.</p>
            ) : (
              <VolumeTable caption="Labels by day" first={DAY} rows={[...byDay].reverse()} />
            )}
          </details>
        </Card>
        <Card title="Labels by carrier" lead={`${formatMoney(netOf(report))} in total, after refunds`}>
          {byCarrier.length === 0 ? (
            <p class="muted">No label was bought in this period.</p>
          ) : (
            <BarList
              id="by-carrier"
              title="Labels by carrier"
              description={byCarrier
                .map(({ carrier, labels: count }) => `${carrierName(carrier)}: ${count}`)
                .join(', ')}
              rows={byCarrier.map((row) => ({
                label: carrierName(row.carrier),
                value: row.labels,
                text: `${formatCount(row.labels)} · ${formatMoney(netOf(row))}`,
              }))}
            />
          )}
        </Card>
      </div>
      {byService.length > 0 && (
        <>
          <Card title="Services">
            <Table caption="Labels by service" columns={columnsOf(SERVICE, byService)} rows={byService} />
          </Card>
          <Card title="Destinations">
            <VolumeTable caption="Labels by destination state" first={STATE} rows={byDestinationState} />
          </Card>
        </>
      )}
    </>
  );
};

interface VolumeTableProps {
  caption: string;
  /** The column that names each row. */
  first: Column<VolumeRow>;
  rows: readonly VolumeRow[];
}

/** How many columns fit on a narrow screen. */
const MOST_ON_A_PHONE = 4;

const VolumeTable = ({ caption, first, rows }: VolumeTableProps) => {
  const columns = columnsOf(first, rows);
  return (
    <Table caption={caption} compact={columns.length <= MOST_ON_A_PHONE} columns={columns} rows={rows} />
  );
};

/** Returns the columns; those for refunds and adjustments only if a row has any. */
const columnsOf = (first: Column<VolumeRow>, rows: readonly VolumeRow[]): readonly Column<VolumeRow>[] => [
  first,
  { heading: 'Labels', kind: 'numeric', cell: ({ labels }) => formatCount(labels) },
  moneyColumn('Cost', ({ costCents }) => costCents),
  ...(rows.some(({ refundsCents }) => refundsCents !== 0)
    ? [moneyColumn<VolumeRow>('Refunds', ({ refundsCents }) => refundsCents)]
    : []),
  ...(rows.some(({ adjustmentsCents }) => adjustmentsCents !== 0)
    ? [moneyColumn<VolumeRow>('Adjustments', ({ adjustmentsCents }) => adjustmentsCents)]
    : []),
  moneyColumn('Net', netOf),
];

const SERVICE: Column<VolumeRow> = { heading: 'Service', cell: ({ method }) => method };
const STATE: Column<VolumeRow> = { heading: 'State', cell: ({ state }) => state || 'Abroad or unknown' };
const DAY: Column<VolumeRow> = {
  heading: 'Day',
  cell: ({ date }) => <span class="nowrap">{formatShortDate(date)}</span>,
};

const DAY_MS = 86_400_000;

/** Returns every day of the period. The report has only the days with labels. */
function everyDay(
  period: { from: string; to: string },
  known: readonly { date: string; labels: number }[],
): DayValue[] {
  const labels = new Map(known.map((row) => [row.date, row.labels]));
  const first = Date.parse(`${period.from}T00:00:00Z`);
  const count = Math.round((Date.parse(`${period.to}T00:00:00Z`) - first) / DAY_MS) + 1;
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(first + index * DAY_MS);
    return { day, value: labels.get(day.toISOString().slice(0, 10)) ?? 0 };
  });
}
