import type { AdjustmentStore } from '../adapters/mongo/adjustment-store';
import type { Seller } from '../domain/seller';
import type { AdjustmentsRead } from '../sellers/adjustment-source';
import type { ShippingPorts } from './shipping-ports';

export interface LookPorts extends Pick<ShippingPorts, 'sources' | 'logger'> {
  readonly adjustments: Pick<AdjustmentStore, 'report'>;
}

/**
 * Asks all sellers, or only one, for changes of postage. New changes are stored and are then due work. If a seller does
 * not answer, the others are still asked.
 * @throws the first error of a seller, after all sellers were asked
 */
export async function lookAtAdjustments(
  { adjustments, sources, logger }: LookPorts,
  only?: Seller,
): Promise<AdjustmentsRead> {
  const asked = sources.filter(({ seller }) => only === undefined || seller === only);
  const answers = await Promise.allSettled(
    asked.map(async (source) => {
      const { seller } = source;
      const read = await source.read();
      for (const one of read.adjustments) await adjustments.report(seller, one);
      for (const name of read.unattributed)
        logger.error(
          { seller, adjustment: name },
          'a carrier adjusted the postage of a label that is not ours',
        );
      return read;
    }),
  );
  const read = answers.map((answer) => {
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value;
  });
  return {
    adjustments: read.flatMap((one) => one.adjustments),
    unattributed: read.flatMap((one) => one.unattributed),
  };
}
