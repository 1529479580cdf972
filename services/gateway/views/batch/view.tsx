import { readAnswer } from '../base/answers';
import { startView, type ViewProps } from '../base/start-view';
import { AfterRefusal } from '../waiting/after-refusal';
import type { Batch, BatchPreview, Queued } from './batch';
import { BatchProgress } from './batch-progress';
import { BatchPurchase } from './batch-purchase';

/** The answer of `trigger_batch_purchase` or of `get_batch_status`. */
function BatchView({ result, input }: ViewProps) {
  const answer = readAnswer<BatchPreview | Queued | Batch>(result);
  const { confirm: _, ...args } = input;
  if ('refusal' in answer) {
    return (
      <AfterRefusal<BatchPreview>
        tool="trigger_batch_purchase"
        args={args}
        text={answer.refusal}
        title="Batch"
      >
        {(preview, refusal) => <BatchPurchase args={args} preview={preview} refusal={refusal} />}
      </AfterRefusal>
    );
  }
  const { data } = answer;
  if ('preview' in data) return <BatchPurchase args={args} preview={data} />;
  return 'counts' in data ? <BatchProgress known={data} /> : <BatchProgress batchId={data.batch_id} />;
}

startView('batch', BatchView);
