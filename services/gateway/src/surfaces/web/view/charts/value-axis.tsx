import type { ScaleLinear } from 'd3-scale';
import { CHART } from './chart-frame';

interface Props {
  scale: ScaleLinear<number, number>;
  ticks: readonly number[];
  format: (value: number) => string;
}

/** Horizontal lines with their values at the left. */
export const ValueAxis = ({ scale, ticks, format }: Props) => (
  <g class="chart-axis">
    {ticks.map((tick) => (
      <g key={tick}>
        <line
          class={tick === 0 ? 'chart-base' : 'chart-grid'}
          x1={CHART.left}
          x2={CHART.width - CHART.right}
          y1={scale(tick)}
          y2={scale(tick)}
        />
        <text x={CHART.left - 8} y={scale(tick)} dy="0.32em" text-anchor="end">
          {format(tick)}
        </text>
      </g>
    ))}
  </g>
);
