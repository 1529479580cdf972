import { scaleBand } from 'd3-scale';
import { formatMonthDay } from '../format';
import { CHART, ChartFrame, type ChartWords, ValueAxis, valueScale } from './chart-frame';

export interface DayValue {
  /** Midnight UTC. */
  day: Date;
  value: number;
}

interface Props extends ChartWords {
  /** Every day of the period, oldest first. */
  days: readonly DayValue[];
}

/** One bar for each day. A line would suggest values between two days. */
export const DayBars = ({ days, ...words }: Props) => {
  const { scale, ticks } = valueScale(days.map(({ value }) => value));
  const x = scaleBand(
    days.map(({ day }) => day.getTime()),
    [CHART.left + 2, CHART.width - CHART.right],
  ).padding(0.2);
  const base = scale(0);
  return (
    <ChartFrame {...words}>
      <ValueAxis scale={scale} ticks={ticks} format={String} />
      <g class="series-1">
        {days
          .filter(({ value }) => value > 0)
          .map(({ day, value }) => (
            <rect
              key={day.getTime()}
              x={x(day.getTime())}
              y={scale(value)}
              width={x.bandwidth()}
              height={base - scale(value)}
              rx={Math.min(2, x.bandwidth() / 4)}
            >
              <title>{`${formatMonthDay(day)}: ${value}`}</title>
            </rect>
          ))}
      </g>
      <g class="chart-axis">
        {labelled(days).map(({ day }, index) => (
          <text
            key={day.getTime()}
            class={index % 2 === 1 ? 'minor' : undefined}
            x={(x(day.getTime()) ?? 0) + x.bandwidth() / 2}
            y={CHART.height - 6}
            text-anchor={day === days.at(-1)?.day && days.length > LABELS ? 'end' : 'middle'}
          >
            {formatMonthDay(day)}
          </text>
        ))}
      </g>
    </ChartFrame>
  );
};

/** How many days get a label, so that the labels fit side by side. */
const LABELS = 5;

/** Returns a few days at equal distances, which get a label. */
function labelled(days: readonly DayValue[]): readonly DayValue[] {
  if (days.length <= LABELS) return days;
  const step = (days.length - 1) / (LABELS - 1);
  return Array.from({ length: LABELS }, (_, index) => days[Math.round(index * step)] as DayValue);
}
