import { gaugeOf } from '@parcelyard/service-kit/gauge-of';
import type { Db } from 'mongodb';
import type { Metric } from 'prom-client';
import { LOOKS, type LookDocument } from '../workers/start-adjustment-workers';
import type { AdjustmentStore } from './adjustment-store';

export const adjustmentMetrics = (
  db: Db,
  adjustments: Pick<AdjustmentStore, 'countUnattributed'>,
): readonly Metric[] => [
  gaugeOf({
    name: 'parcelyard_carrier_adjustments_unattributed',
    help: 'Adjustments of postage for which no purchase was found when they were last read',
    labelNames: [],
    read: async () => {
      const look = await db.collection<LookDocument>(LOOKS).findOne({ _id: 'adjustments', accountId: 0 });
      return [{ labels: {}, value: (look?.unattributed ?? 0) + (await adjustments.countUnattributed()) }];
    },
  }),
];
