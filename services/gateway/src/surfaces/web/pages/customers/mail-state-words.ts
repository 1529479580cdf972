import type { Customer } from '@parcelyard/contracts/customers';
import type { Tone } from '../../view/blocks';

export interface MailWords {
  readonly tone: Tone;
  readonly badge: string;
  readonly sentence: string;
}

const WORDS = {
  reachable: {
    tone: 'good',
    badge: 'Subscribed',
    sentence: 'Gets your marketing and your letters.',
  },
  unreachable: {
    tone: 'neutral',
    badge: 'No mail address',
    sentence: 'No mail can be sent: the record has no address of a mailbox.',
  },
  bounced: {
    tone: 'bad',
    badge: 'Mail comes back',
    sentence: 'The mailbox does not exist, so nothing is sent there any more.',
  },
  complained: {
    tone: 'warn',
    badge: 'Reported as spam',
    sentence: 'Reported a mail as spam, so no marketing is sent there any more.',
  },
  unsubscribed: {
    tone: 'neutral',
    badge: 'Unsubscribed',
    sentence: 'Wants no marketing from you. Mail about a label still arrives.',
  },
} as const satisfies Readonly<Record<string, MailWords>>;

/** Explains a customer's mail state in words. */
export const mailWords = (state: string): MailWords =>
  Object.hasOwn(WORDS, state)
    ? WORDS[state as keyof typeof WORDS]
    : { tone: 'neutral', badge: state, sentence: '' };

/** Returns the state in a list. There, a complaint is shown as "unsubscribed". */
export function listedState({ email, emailBouncedAt, subscribed }: Customer): string {
  if (email === '') return 'unreachable';
  if (emailBouncedAt) return 'bounced';
  return subscribed ? 'reachable' : 'unsubscribed';
}
