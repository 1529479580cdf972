import { useState } from 'preact/hooks';
import { ask } from '../base/answers';
import { NoAnswer } from '../base/bridge';
import { isMeant } from '../base/person-click';
import { useHost } from '../base/start-view';
import { type Refusal, readRefusal } from './refusal';

/** How long a host may take: it may show its user the owner's page meanwhile. */
const WAIT_MS = 240_000;

export interface Purchase<T> {
  /** Sends the confirm, once a meant click; anything else does nothing. */
  buy(): void;
  readonly state:
    | { readonly is: 'ready'; readonly refusal?: Refusal }
    | { readonly is: 'sent' }
    | { readonly is: 'unknown'; readonly words: string }
    | { readonly is: 'bought'; readonly data: T };
}

/** One purchase by one tool. A confirm that got no answer is never sent again. */
export function usePurchase<T>(tool: string, args: object, onBought: (data: T) => void): Purchase<T> {
  const { bridge } = useHost();
  const [state, setState] = useState<Purchase<T>['state']>({ is: 'ready' });

  const send = async () => {
    setState({ is: 'sent' });
    try {
      const answer = await ask<T>(bridge, tool, { ...args, confirm: true }, WAIT_MS);
      if ('data' in answer) {
        setState({ is: 'bought', data: answer.data });
        onBought(answer.data);
        return;
      }
      const refusal = readRefusal(answer.refusal);
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
    buy: () => {
      if (state.is === 'ready' && isMeant()) send();
    },
  };
}

interface BuyProps {
  readonly purchase: Purchase<unknown>;
  /** What it says while it waits for the answer. */
  readonly busy?: string;
  readonly children: string;
}

/** The one button that spends money. */
export const BuyButton = ({ purchase, busy = 'Buying…', children }: BuyProps) => (
  <button
    type="button"
    class="primary"
    disabled={purchase.state.is !== 'ready'}
    aria-busy={purchase.state.is === 'sent'}
    onClick={purchase.buy}
  >
    {purchase.state.is === 'sent' ? busy : children}
  </button>
);
