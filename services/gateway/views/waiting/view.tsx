import { useEffect, useState } from 'preact/hooks';
import { ask, failureWords, readAnswer } from '../base/answers';
import { Heading, Notice } from '../base/blocks';
import { startView, useHost, type ViewProps } from '../base/start-view';
import { type Bought, LabelPanel } from '../label/label-panel';
import { OwnerWaits } from './owner-waits';
import type { Choice, Preview } from './preview';
import { PurchasePanel } from './purchase-panel';
import { readRefusal } from './refusal';

/** The answer of `buy_label`: a preview, a label, or a refusal that waits for the owner. */
function WaitingView({ result, input }: ViewProps) {
  const answer = readAnswer<Preview | Bought>(result);
  const { confirm: _, ...choice } = input as unknown as Choice & { confirm?: boolean };
  if ('refusal' in answer) return <Refused choice={choice} text={answer.refusal} />;
  const { data } = answer;
  return 'purchased' in data ? (
    <LabelPanel orderId={data.order_id} bought={data} />
  ) : (
    <PurchasePanel choice={choice} preview={data} />
  );
}

/** After a refusal the purchase is shown once more, so that a person can go on when the owner has decided. */
function Refused({ choice, text }: { choice: Choice; text: string }) {
  const { bridge } = useHost();
  const [preview, setPreview] = useState<Preview>();
  const [problem, setProblem] = useState<string>();
  const refusal = readRefusal(text);
  useEffect(() => {
    if (!refusal.mayTryAgain) return;
    ask<Preview>(bridge, 'buy_label', choice).then(
      (answer) => ('data' in answer ? setPreview(answer.data) : setProblem(answer.refusal)),
      (error) => setProblem(failureWords(error)),
    );
  }, []);
  if (preview) return <PurchasePanel choice={choice} preview={preview} refusal={refusal} />;
  return (
    <>
      <Heading>Purchase</Heading>
      <OwnerWaits refusal={refusal} />
      {problem && problem !== text && <Notice tone="bad">{problem}</Notice>}
    </>
  );
}

startView('waiting', WaitingView);
