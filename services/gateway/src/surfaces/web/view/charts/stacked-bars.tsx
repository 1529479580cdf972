import { scaleBand } from 'd3-scale';
import { stack } from 'd3-shape';
import { CHART, ChartFrame, type ChartWords, ValueAxis, valueScale } from './chart-frame';

export interface BarRow {
  label: string;
  /** One value for each series, in the same order; none is below 0. */
  values: readonly number[];
}

interface Props extends ChartWords {
  series: readonly string[];
  rows: readonly BarRow[];
  format: (value: number) => string;
}

/** One bar for each row. Its parts are the series; a legend explains them. */
export const StackedBars = ({ series, rows, format, ...words }: Props) => {
  const { scale, ticks } = valueScale(
    rows.map(({ values }) => values.reduce((sum, value) => sum + value, 0)),
  );
  const x = scaleBand(
    rows.map(({ label }) => label),
    [CHART.left, CHART.width - CHART.right],
  ).paddingInner(0.35);
  const layers = stack<BarRow, number>()
    .keys(series.map((_, index) => index))
    .value((row, index) => row.values[index] ?? 0)(rows as BarRow[]);
  const every = Math.ceil(rows.length / MAX_LABELS);
  return (
    <figure class="chart-figure">
      <ul class="chart-legend">
        {series.map((name, index) => (
          <li key={name} class={`series-${index + 1}`}>
            {name}
          </li>
        ))}
      </ul>
      <ChartFrame {...words}>
        <ValueAxis scale={scale} ticks={ticks} format={format} />
        {layers.map((layer) => (
          <g key={layer.key} class={`series-${layer.key + 1}`}>
            {layer.map(([from, to], index) => (
              <rect
                key={rows[index]?.label}
                x={x(rows[index]?.label ?? '')}
                y={scale(to)}
                width={x.bandwidth()}
                height={Math.max(0, scale(from) - scale(to))}
              >
                <title>{`${rows[index]?.label}: ${series[layer.key]} ${format(to - from)}`}</title>
              </rect>
            ))}
          </g>
        ))}
        <g class="chart-axis">
          {rows.map(({ label }, index) =>
            index % every === 0 ? (
              <text
                key={label}
                class={(index / every) % 2 === 1 ? 'minor' : undefined}
                x={(x(label) ?? 0) + x.bandwidth() / 2}
                y={CHART.height - 6}
                text-anchor="middle"
              >
                {label}
              </text>
            ) : null,
          )}
        </g>
      </ChartFrame>
    </figure>
  );
};

const MAX_LABELS = 7;
