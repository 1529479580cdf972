/** Why nothing was bought, as the server says it. */
export interface Refusal {
  /**
   * Who can help:
   * - `approval`: the owner, who can approve the purchase.
   * - `limit`: the owner, who can change a limit.
   * - `denied`: the owner, who has denied the purchase.
   * - `other`: somebody else.
   */
  readonly kind: 'approval' | 'limit' | 'denied' | 'other';
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
    // The server's sentence tells a program to repeat the call. The person presses a button instead, so this advice is
    // removed.
    const words = text
      .replace(ADDRESS_AND_HINT, '')
      .replace(`at ${address}`, 'on the approval page')
      .replace(' Then repeat the call.', '');
    return { kind: 'approval', words, address, mayTryAgain };
  }
  return { kind: kindOf(text), words: text, mayTryAgain };
}

function kindOf(text: string): Refusal['kind'] {
  if (text.includes('The owner said no')) return 'denied';
  return text.includes('spending limit') ? 'limit' : 'other';
}
