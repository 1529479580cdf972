import { readAnswer } from '../base/answers';

import { startView, type ViewProps } from '../base/start-view';
import { type Bought, LabelPanel } from '../label/label-panel';
import { AfterRefusal } from './after-refusal';
import type { Choice, Preview } from './preview';
import { PurchasePanel } from './purchase-panel';

/** Shows the answer of `buy_label`: a preview, a label, or a refusal until the owner decides. */
function WaitingView({ result, input }: ViewProps) {
  const answer = readAnswer<Preview | Bought>(result);
  const { confirm: _, ...choice } = input as unknown as Choice & { confirm?: boolean };
  if ('refusal' in answer) {
    return (
      <AfterRefusal<Preview> tool="buy_label" args={choice} text={answer.refusal} title="Purchase">
        {(preview, refusal) => <PurchasePanel choice={choice} preview={preview} refusal={refusal} />}
      </AfterRefusal>
    );
  }
  const { data } = answer;
  return 'purchased' in data ? (
    <LabelPanel orderId={data.order_id} bought={data} />
  ) : (
    <PurchasePanel choice={choice} preview={data} />
  );
}

startView('waiting', WaitingView);
