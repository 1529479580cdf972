/** Why nothing was bought, as the server says it. */
export interface Refusal {
  /**
   * Who can help: the owner, by approving the purchase (`approval`) or by changing a limit (`limit`), or somebody else.
   */
  readonly kind: 'approval' | 'limit' | 'other';
  readonly words: string;
  /** The page on which the owner approves. */
  readonly address?: string;
  /** True when certainly nothing was charged, so that the person may try again. */
  readonly mayTryAgain: boolean;
}

const APPROVAL = /https?:\/\/[^\s]+\/approve\/[\w-]+/;
const ADDRESS_AND_HINT = / ?(Approve it at) https?:\/\/[^\s]+(, then repeat the call)?\./;

export function readRefusal(text: string): Refusal {
  const address = APPROVAL.exec(text)?.[0];
  const mayTryAgain = /Nothing was (charged|bought|queued)/.test(text);
  if (address) {
    const words = text.replace(ADDRESS_AND_HINT, '').replace(address, 'the approval page');
    return { kind: 'approval', words, address, mayTryAgain };
  }
  const kind = /spending limit|The owner said no/.test(text) ? 'limit' : 'other';
  return { kind, words: text, mayTryAgain };
}
