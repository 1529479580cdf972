import { carrierName } from '@parcelyard/service-kit/carriers';
import { DayBars } from '../../src/surfaces/web/view/charts/day-bars';
import { Figures } from '../base/blocks';
import { count, day, money } from '../base/words';
import type { VolumeReport } from './report';

const MOST_STATES = 8;

/** Labels by day, carrier and destination. */
export const Volume = ({ report }: { report: VolumeReport }) => {
  const { totals, by_carrier, by_destination_state, by_day, on_time_rate, average_delivery_days } = report;
  const span = `${day(report.period.from)} to ${day(report.period.to)}`;
  const labels = `${count(totals.labels, 'label')} from ${span}.`;
  return (
    <>
      <div class="plot">
        <section class="stack tight">
          <h2>Labels by day</h2>
          <DayBars
            id="days"
            title="Labels by day"
            description={labels}
            days={everyDay(report.period, by_day)}
          />
        </section>
        <section>
          <h2>Totals</h2>
          <Figures
            rows={[
              ['Labels', totals.labels.toLocaleString('en-US')],
              ['Net cost', money(totals.net)],
              ['Delivered', totals.deliveries.toLocaleString('en-US')],
              ['On time', on_time_rate === null ? '–' : `${Math.round(on_time_rate * 1000) / 10}%`],
              [
                'Average days in transit',
                average_delivery_days === null ? '–' : String(average_delivery_days),
              ],
            ]}
          />
        </section>
      </div>
      <div class="columns">
        <section>
          <h2>Labels by carrier</h2>
          {by_carrier.length === 0 ? (
            <p class="quiet">No label was bought in this period.</p>
          ) : (
            <Shares
              rows={by_carrier.map((row) => ({
                name: carrierName(row.carrier),
                part: row.labels / totals.labels,
                text: `${row.labels.toLocaleString('en-US')} · ${money(row.net)}`,
              }))}
            />
          )}
        </section>
        {by_destination_state.length > 0 && (
          <section>
            <h2>Destinations</h2>
            <table class="plain-rows">
              <tbody>
                {by_destination_state.slice(0, MOST_STATES).map((row) => (
                  <tr key={row.state}>
                    <td>{row.state ?? 'Abroad or unknown'}</td>
                    <td class="number">{count(row.labels, 'label')}</td>
                    <td class="number">{money(row.net)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
      </div>
    </>
  );
};

interface ShareProps {
  readonly rows: readonly { readonly name: string; readonly part: number; readonly text: string }[];
}

/** Parts of a whole, each with a bar. The drawing on the owner's page is too wide here. */
const Shares = ({ rows }: ShareProps) => (
  <ul class="shares">
    {rows.map(({ name, part, text }) => (
      <li key={name}>
        <span>{name}</span>
        <span class="number quiet">{text}</span>
        <span class="share">
          <span style={{ width: `${part * 100}%` }} />
        </span>
      </li>
    ))}
  </ul>
);

const DAY_MS = 86_400_000;

/** Returns every day of the period. The report has only the days with labels. */
function everyDay({ from, to }: VolumeReport['period'], known: VolumeReport['by_day']) {
  const labels = new Map(known.map((row) => [row.date, row.labels]));
  const first = Date.parse(`${from}T00:00:00Z`);
  const length = Math.round((Date.parse(`${to}T00:00:00Z`) - first) / DAY_MS) + 1;
  return Array.from({ length }, (_, index) => {
    const date = new Date(first + index * DAY_MS);
    return { day: date, value: labels.get(date.toISOString().slice(0, 10)) ?? 0 };
  });
}
