import type { Batch } from '@parcelyard/contracts/shipping';
import { StatusBadge, type StatusWords } from '../../view/status-badge';

const STATUS: StatusWords = {
  queued: ['accent', 'Queued'],
  purchasing: ['accent', 'Buying'],
  completed: ['good', 'Completed'],
  completed_with_errors: ['warn', 'Completed with problems'],
  failed: ['bad', 'Failed'],
};

export const BatchStatus = ({ status }: { status: string }) => <StatusBadge status={status} words={STATUS} />;

/** True while a batch runs. Its page then refreshes itself. */
export const isRunning = ({ finishedAt }: Batch): boolean => finishedAt === undefined;
