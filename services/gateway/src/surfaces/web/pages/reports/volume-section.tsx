import type { presentShippingAnalytics } from '../../../../tools/orders/present-shipping-analytics';
import { Card } from '../../view/card';
import { AreaChart } from '../../view/charts/area-chart';
import { BarList } from '../../view/charts/bar-list';
import { formatCount, formatDollars } from '../../view/format-money';
import { type Column, Table } from '../../view/table';
import { carrierName } from './carrier-name';
import { everyDay } from './every-day';

type Analytics = ReturnType<typeof presentShippingAnalytics>;
type ServiceRow = Analytics['by_service'][number];
type StateRow = Analytics['by_destination_state'][number];
type DayRow = Analytics['by_day'][number];

/** How many labels, when, with whom and to where. */
export const VolumeSection = ({ report }: { report: Analytics }) => {
  const { period, totals, by_carrier, by_service, by_destination_state, by_day } = report;
  const labels = `${formatCount(totals.labels)} ${totals.labels === 1 ? 'label' : 'labels'}`;
  return (
    <>
      <div class="columns">
        <Card title="Labels by day" lead={`${labels} from ${period.from} to ${period.to}`}>
          <AreaChart
            id="by-day"
            title="Labels by day"
            description={`${labels} bought from ${period.from} to ${period.to}.`}
            days={everyDay(period, by_day)}
          />
          <details>
            <summary>Figures by day</summary>
            {by_day.length === 0 ? (
              <p class="muted">No label was bought in these days.</p>
            ) : (
              <Table caption="Labels by day" compact columns={DAY_COLUMNS} rows={[...by_day].reverse()} />
            )}
          </details>
        </Card>
        <Card title="Labels by carrier" lead={`${formatDollars(totals.cost)} in all`}>
          {by_carrier.length === 0 ? (
            <p class="muted">No label was bought in these days.</p>
          ) : (
            <BarList
              id="by-carrier"
              title="Labels by carrier"
              description={by_carrier
                .map(({ carrier, labels: count }) => `${carrierName(carrier)}: ${count}`)
                .join(', ')}
              rows={by_carrier.map(({ carrier, labels: count, cost }) => ({
                label: carrierName(carrier),
                value: count,
                text: `${formatCount(count)} · ${formatDollars(cost)}`,
              }))}
            />
          )}
        </Card>
      </div>
      {by_service.length > 0 && (
        <div class="columns">
          <Card title="Services">
            <Table caption="Labels by service" compact columns={SERVICE_COLUMNS} rows={by_service} />
          </Card>
          <Card title="Destinations">
            <Table
              caption="Labels by destination state"
              compact
              columns={STATE_COLUMNS}
              rows={by_destination_state}
            />
          </Card>
        </div>
      )}
    </>
  );
};

type Volume = { labels: number; cost: number };

const VOLUME: readonly Column<Volume>[] = [
  { heading: 'Labels', kind: 'numeric', cell: ({ labels }) => formatCount(labels) },
  { heading: 'Cost', kind: 'numeric', cell: ({ cost }) => formatDollars(cost) },
];
const SERVICE_COLUMNS: readonly Column<ServiceRow>[] = [
  { heading: 'Service', cell: ({ method }) => method },
  ...VOLUME,
];
const STATE_COLUMNS: readonly Column<StateRow>[] = [
  { heading: 'State', cell: ({ state }) => state ?? 'Abroad or unknown' },
  ...VOLUME,
];
const DAY_COLUMNS: readonly Column<DayRow>[] = [{ heading: 'Day', cell: ({ date }) => date }, ...VOLUME];
