import { scaleUtc } from 'd3-scale';
import { area, curveMonotoneX, line } from 'd3-shape';
import { formatMonthDay } from '../format';
import { CHART, ChartFrame, ValueAxis, valueScale } from './chart-frame';

export interface DayValue {
  /** Midnight UTC. */
  day: Date;
  value: number;
}

interface Props {
  id: string;
  title: string;
  description: string;
  /** Every day of the span, oldest first. */
  days: readonly DayValue[];
}

/** A value per day over a span of days. */
export const AreaChart = ({ id, title, description, days }: Props) => {
  const { scale, ticks } = valueScale(days.map(({ value }) => value));
  const first = days[0]?.day ?? new Date(0);
  const last = days.at(-1)?.day ?? first;
  const x = scaleUtc([first, last], [CHART.left + 6, CHART.width - CHART.right - 14]);
  const at = { x: ({ day }: DayValue) => x(day), y: ({ value }: DayValue) => scale(value) };
  const outline = line<DayValue>(at.x, at.y).curve(curveMonotoneX)([...days]);
  const filled = area<DayValue>(at.x, scale(0), at.y).curve(curveMonotoneX)([...days]);
  return (
    <ChartFrame id={id} title={title} description={description}>
      <ValueAxis scale={scale} ticks={ticks} format={String} />
      <g class="series-1">
        <path class="chart-area" d={filled ?? ''} />
        <path class="chart-line" d={outline ?? ''} />
        {days
          .filter(({ value }) => value > 0)
          .map(({ day, value }) => (
            <circle key={day.getTime()} cx={x(day)} cy={scale(value)} r="3">
              <title>{`${formatMonthDay(day)}: ${value}`}</title>
            </circle>
          ))}
      </g>
      <g class="chart-axis">
        {labelled(days).map(({ day }) => (
          <text key={day.getTime()} x={x(day)} y={CHART.height - 8} text-anchor="middle">
            {formatMonthDay(day)}
          </text>
        ))}
      </g>
    </ChartFrame>
  );
};

const LABELS = 5;

/** A few days at equal distances. */
function labelled(days: readonly DayValue[]): readonly DayValue[] {
  if (days.length <= LABELS) return days;
  const step = (days.length - 1) / (LABELS - 1);
  return Array.from({ length: LABELS }, (_, index) => days[Math.round(index * step)] as DayValue);
}
