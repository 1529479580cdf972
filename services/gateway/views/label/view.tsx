import { readAnswer } from '../base/answers';
import { Notice } from '../base/blocks';
import { startView, type ViewProps } from '../base/start-view';
import { type LabelFiles, LabelPanel } from './label-panel';
import type { Tracking } from './scans';

/** Shows the answers of `get_label` and `track_order`. It has one of them and requests the other. */
function LabelView({ result, input }: ViewProps) {
  const answer = readAnswer<LabelFiles | Tracking>(result);
  if ('refusal' in answer) return <Notice tone="bad">{answer.refusal}</Notice>;
  const { data } = answer;
  const known = 'scans' in data ? { tracking: data } : { files: data };
  return <LabelPanel orderId={data.order_id} isReturn={input.return === true} {...known} />;
}

startView('label', LabelView);
