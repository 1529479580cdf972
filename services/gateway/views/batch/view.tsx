import { readAnswer } from '../base/answers';
import { Heading, Notice } from '../base/blocks';
import { startView, type ViewProps } from '../base/start-view';
import { OwnerWaits } from '../waiting/owner-waits';
import { readRefusal } from '../waiting/refusal';
import type { Batch, BatchPreview, Queued } from './batch';
import { BatchProgress } from './batch-progress';
import { BatchPurchase } from './batch-purchase';

/** The answer of `trigger_batch_purchase` or of `get_batch_status`. */
function BatchView({ result, input }: ViewProps) {
  const answer = readAnswer<BatchPreview | Queued | Batch>(result);
  if ('refusal' in answer) {
    const refusal = readRefusal(answer.refusal);
    return refusal.kind === 'other' ? (
      <Notice tone="bad">{refusal.words}</Notice>
    ) : (
      <>
        <Heading>Batch</Heading>
        <OwnerWaits refusal={refusal} />
      </>
    );
  }
  const { data } = answer;
  if ('preview' in data) {
    const { confirm: _, ...args } = input;
    return <BatchPurchase args={args} preview={data} />;
  }
  return 'counts' in data ? <BatchProgress known={data} /> : <BatchProgress batchId={data.batch_id} />;
}

startView('batch', BatchView);
