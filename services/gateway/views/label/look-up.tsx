import { useState } from 'preact/hooks';
import { askData, failureWords } from '../base/answers';
import { Notice } from '../base/blocks';
import { useHost } from '../base/start-view';
import { type LabelFiles, LabelPanel } from './label-panel';

interface Props {
  readonly orderId: number;
  readonly isReturn?: boolean | undefined;
  readonly words: string;
}

/** Shown when a confirm got no answer: reads whether the order has a label. It buys nothing. */
export function LookUp({ orderId, isReturn, words }: Props) {
  const { bridge } = useHost();
  const [files, setFiles] = useState<LabelFiles>();
  const [problem, setProblem] = useState<string>();
  const look = () => {
    setProblem(undefined);
    askData<LabelFiles>(bridge, 'get_label', { order_id: orderId, ...(isReturn && { return: true }) }).then(
      setFiles,
      (error) => setProblem(failureWords(error)),
    );
  };
  if (files?.has_label) return <LabelPanel orderId={orderId} isReturn={isReturn} files={files} />;
  return (
    <>
      <Notice tone="warn" title="It is not known whether this was bought">
        <p>{words} This view does not send the purchase again.</p>
        {files && <p>The order has no label yet. A purchase can take a minute.</p>}
        {problem && <p>{problem}</p>}
      </Notice>
      <div class="row">
        <button type="button" onClick={look}>
          Check whether it was bought
        </button>
      </div>
    </>
  );
}
