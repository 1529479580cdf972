import type { Batch } from '@parcelyard/contracts/shipping';
import { Badge } from '../../view/blocks';

type Tone = 'good' | 'accent' | 'warn' | 'bad' | 'neutral';

const STATUS: Readonly<Record<string, readonly [Tone, string]>> = {
  queued: ['accent', 'Queued'],
  purchasing: ['accent', 'Buying'],
  completed: ['good', 'Completed'],
  completed_with_errors: ['warn', 'Completed with problems'],
  failed: ['bad', 'Failed'],
};

export const BatchStatus = ({ status }: { status: string }) => {
  const [tone, text] = STATUS[status] ?? (['neutral', status] as const);
  return <Badge tone={tone}>{text}</Badge>;
};

/** Until then its page has news. */
export const isRunning = ({ finishedAt }: Batch): boolean => finishedAt === undefined;
