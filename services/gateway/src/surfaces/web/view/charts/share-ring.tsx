import { arc } from 'd3-shape';
import { ChartFrame, type ChartWords } from './chart-frame';

interface Props extends ChartWords {
  /** 0 to 1; null if unknown. */
  share: number | null;
  text: string;
}

const SIZE = 160;
const OUTER = 74;
const INNER = 58;

/** A part of a whole, with its figure in the middle. */
export const ShareRing = ({ share, text, ...words }: Props) => {
  const ring = arc<number>()
    .innerRadius(INNER)
    .outerRadius(OUTER)
    .startAngle(0)
    .endAngle((part) => part * 2 * Math.PI);
  return (
    <ChartFrame {...words} width={SIZE} height={SIZE}>
      <g class="series-1" transform={`translate(${SIZE / 2} ${SIZE / 2})`}>
        <path class="chart-track" d={ring(1) ?? ''} />
        {share !== null && share > 0 && <path d={ring(share) ?? ''} />}
        <text class="chart-figure-text" text-anchor="middle" dy="0.35em">
          {text}
        </text>
      </g>
    </ChartFrame>
  );
};
