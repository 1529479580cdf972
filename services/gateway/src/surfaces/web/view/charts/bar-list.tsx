import { scaleLinear } from 'd3-scale';
import { ChartFrame, type ChartWords } from './chart-frame';

interface Props extends ChartWords {
  rows: readonly { label: string; value: number; text: string }[];
}

const WIDTH = 440;
const ROW = 44;
const BAR = 10;

/** One horizontal bar per row, with its name above. */
export const BarList = ({ rows, ...words }: Props) => {
  const x = scaleLinear([0, Math.max(1, ...rows.map(({ value }) => value))], [0, WIDTH]);
  return (
    <ChartFrame {...words} width={WIDTH} height={Math.max(1, rows.length) * ROW}>
      {rows.map(({ label, value, text }, index) => (
        <g key={label} class="series-1 chart-row">
          <text x="0" y={index * ROW + 16}>
            {label}
          </text>
          <text x={WIDTH} y={index * ROW + 16} text-anchor="end" class="chart-value">
            {text}
          </text>
          <rect class="chart-track" x="0" y={index * ROW + 24} width={WIDTH} height={BAR} rx={BAR / 2} />
          <rect x="0" y={index * ROW + 24} width={x(value)} height={BAR} rx={BAR / 2} />
        </g>
      ))}
    </ChartFrame>
  );
};
