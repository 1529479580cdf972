import { useState } from 'preact/hooks';
import { ask, failureWords } from '../base/answers';
import { LinkButton, Notice } from '../base/blocks';
import { useHost } from '../base/start-view';

export interface Latest<P> {
  readonly preview: P | undefined;
  readonly isAsking: boolean;
  readonly problem: string | undefined;
  ask(): void;
}

/** Returns a preview that can be requested again, because the reason for its refusal may have gone. */
export function useLatest<P>(tool: string, args: object, first?: P): Latest<P> {
  const { bridge } = useHost();
  const [preview, setPreview] = useState(first);
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string>();

  const askAgain = async () => {
    setAsking(true);
    try {
      const answer = await ask<P>(bridge, tool, args);
      if ('data' in answer) setPreview(answer.data);
      setProblem('data' in answer ? undefined : answer.refusal);
    } catch (error) {
      setProblem(failureWords(error));
    }
    setAsking(false);
  };
  return { preview, isAsking, problem, ask: askAgain };
}

interface StopProps {
  readonly latest: Latest<unknown>;
  /** What the server says about the refusal. */
  readonly words: string;
}

/** Says why nothing can be bought now. */
export const CannotBuy = ({ latest, words }: StopProps) => (
  <>
    <Notice tone="warn" title="This cannot be bought now">
      <p>{words}</p>
    </Notice>
    {latest.problem && <Notice tone="bad">{latest.problem}</Notice>}
  </>
);

/** A button that requests the preview again. If money is the problem, also shows a link to the billing page. */
export function CheckAgain({ latest, words }: StopProps) {
  const { billingPage } = useHost();
  return (
    <>
      <button type="button" disabled={latest.isAsking} aria-busy={latest.isAsking} onClick={latest.ask}>
        Check again
      </button>
      {/\b(balance|card|payment)\b/.test(words) && <LinkButton href={billingPage}>Open billing</LinkButton>}
    </>
  );
}
