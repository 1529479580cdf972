import { useState } from 'preact/hooks';
import { ask } from '../base/answers';
import { NoAnswer } from '../base/bridge';
import { isDeliberate } from '../base/person-click';
import { useHost } from '../base/start-view';
import { type Refusal, readRefusal } from './refusal';

/** How long the host (the chat program) may take to answer. Meanwhile it may show the owner's page. */
const WAIT_MS = 240_000;

export interface Confirmation<T> {
  /** Sends the confirm once, and only after a click that a person meant. */
  send(): void;
  readonly state:
    | { readonly is: 'ready'; readonly refusal?: Refusal }
    | { readonly is: 'sent' }
    | { readonly is: 'unknown'; readonly words: string }
    | { readonly is: 'done'; readonly data: T };
}

/**
 * Sends the confirm of one tool. If it gets no answer, it is never sent again.
 * @param read reads a refusal, and whether nothing was done, so that the person may try again
 */
export function useConfirm<T>(
  tool: string,
  args: object,
  onDone: (data: T) => void,
  read: (words: string) => Refusal = readRefusal,
): Confirmation<T> {
  const { bridge } = useHost();
  const [state, setState] = useState<Confirmation<T>['state']>({ is: 'ready' });

  const send = async () => {
    setState({ is: 'sent' });
    try {
      const answer = await ask<T>(bridge, tool, { ...args, confirm: true }, WAIT_MS);
      if ('data' in answer) {
        setState({ is: 'done', data: answer.data });
        onDone(answer.data);
        return;
      }
      const refusal = read(answer.refusal);
      setState(refusal.mayTryAgain ? { is: 'ready', refusal } : { is: 'unknown', words: answer.refusal });
    } catch (error) {
      const words = (error as Error).message;
      setState(
        error instanceof NoAnswer
          ? { is: 'unknown', words: 'No answer came.' }
          : { is: 'ready', refusal: { kind: 'other', words, mayTryAgain: true } },
      );
    }
  };
  return {
    state,
    send: () => {
      if (state.is === 'ready' && isDeliberate()) send();
    },
  };
}

interface ConfirmProps {
  readonly confirmation: Confirmation<unknown>;
  readonly busy?: string;
  readonly kind?: 'primary' | 'danger';
  readonly children: string;
}

/** The only button that spends money or cancels something. */
export const ConfirmButton = ({
  confirmation,
  busy = 'Buying…',
  kind = 'primary',
  children,
}: ConfirmProps) => (
  <button
    type="button"
    class={kind}
    disabled={confirmation.state.is !== 'ready'}
    aria-busy={confirmation.state.is === 'sent'}
    onClick={confirmation.send}
  >
    {confirmation.state.is === 'sent' ? busy : children}
  </button>
);
