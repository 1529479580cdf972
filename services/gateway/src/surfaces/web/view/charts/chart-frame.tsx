import { type ScaleLinear, scaleLinear } from 'd3-scale';
import type { ComponentChildren } from 'preact';

export const CHART = { width: 440, height: 240, top: 12, right: 8, bottom: 30, left: 60 } as const;

export interface ChartWords {
  /** Unique on the page. */
  id: string;
  title: string;
  /** What the drawing shows, in one sentence with its main figures. */
  description: string;
}

interface ChartFrameProps extends ChartWords {
  width?: number;
  height?: number;
  children: ComponentChildren;
}

/** A drawing with a name for screen readers. The style sheet sets its colours, for light and dark mode. */
export const ChartFrame = ({ id, title, description, width, height, children }: ChartFrameProps) => (
  <div class="chart-box">
    <svg
      class="chart"
      viewBox={`0 0 ${width ?? CHART.width} ${height ?? CHART.height}`}
      role="img"
      aria-labelledby={`${id}-title ${id}-description`}
    >
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-description`}>{description}</desc>
      {children}
    </svg>
  </div>
);

export interface ValueScale {
  scale: ScaleLinear<number, number>;
  ticks: number[];
}

/**
 * Returns a scale from 0 to a round number above all values. Its marks are whole numbers, because it counts parcels.
 */
export function valueScale(values: readonly number[]): ValueScale {
  const most = Math.max(1, ...values);
  const scale = scaleLinear([0, most], [CHART.height - CHART.bottom, CHART.top]).nice(4);
  const ticks = scale.ticks(4).filter(Number.isInteger);
  return { scale, ticks };
}

interface ValueAxisProps {
  scale: ScaleLinear<number, number>;
  ticks: readonly number[];
  format: (value: number) => string;
}

/** Horizontal lines with their values on the left. */
export const ValueAxis = ({ scale, ticks, format }: ValueAxisProps) => (
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
