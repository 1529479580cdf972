import { type ScaleLinear, scaleLinear } from 'd3-scale';
import { CHART } from './chart-frame';

export interface ValueScale {
  scale: ScaleLinear<number, number>;
  ticks: number[];
}

/** A scale from 0 to a round number above everything, with ticks at whole steps: nobody ships half a parcel. */
export function valueScale(values: readonly number[]): ValueScale {
  const most = Math.max(1, ...values);
  const scale = scaleLinear([0, most], [CHART.height - CHART.bottom, CHART.top]).nice(4);
  const ticks = scale.ticks(4).filter(Number.isInteger);
  return { scale, ticks };
}
