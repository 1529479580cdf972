import { bounceKind, enhancedStatus } from '../../domain/bounce';
import type { SendOutcome } from '../../domain/message';

/** What `nodemailer` says of a try that did not end well. */
export interface SmtpFailure extends Error {
  responseCode?: number | undefined;
  /** The whole reply. */
  response?: string | undefined;
  /** What the server replied to, such as `RCPT TO`. */
  command?: string | undefined;
}

/** Sign-in required, too weak, wrong or not encrypted (RFC 4954), in the answer to whatever command. */
const SIGN_IN = new Set([530, 534, 535, 538]);
/** More than the server takes: true of the one mail. */
const TOO_LARGE = new Set([552, 523]);

/**
 * The one place that decides what a failure means. After the text was given away only the server's own answer to it is
 * certain. A refusal fails the mail for good only when it speaks of this mail; one that every other mail would meet as
 * well is a fault of the operator's set-up, and the mail waits for its mend.
 */
export function judgeFailure(failure: SmtpFailure, textWasGiven: boolean): SendOutcome {
  const { message, responseCode, command } = failure;
  const detail = responseCode === undefined ? message : `${command}: ${responseCode}`;
  const answered = responseCode !== undefined && responseCode >= 400;
  if (textWasGiven && !(answered && command === 'DATA')) return { kind: 'doubtful', detail };
  if (!answered || responseCode < 500) return { kind: 'not_sent', detail };
  if (isOperatorsFault(failure, responseCode)) return { kind: 'misconfigured', detail };
  // What the server said before it heard of the mail is no word about it.
  return command === 'MAIL FROM' || command === 'RCPT TO' || command === 'DATA'
    ? { kind: 'refused', detail, ...(command === 'RCPT TO' && { bounced: bounceOf(failure) }) }
    : { kind: 'not_sent', detail };
}

/** A server that knows its mailboxes refuses them here; one that relays writes a mail about it later. */
function bounceOf({ response = '' }: SmtpFailure) {
  const status = enhancedStatus(response) || '5.0.0';
  return { bounce: bounceKind(status), status };
}

function isOperatorsFault({ command, response }: SmtpFailure, code: number): boolean {
  if (SIGN_IN.has(code)) return true;
  const policy = policyDetail(response);
  switch (command) {
    // Every mail has the same sender; only its size is its own.
    case 'MAIL FROM':
      return !TOO_LARGE.has(code);
    // 5.7.x: the server does not relay for us, or not from this address of ours. Exim says it in words alone.
    case 'RCPT TO':
      return policy !== undefined || /\brelay/i.test(response ?? '');
    // 5.7.8 and above: sign-in and the sender's SPF, DKIM and DMARC (RFC 4954, RFC 7372). Below: what the mail says.
    case 'DATA':
      return policy !== undefined && policy >= 8;
    default:
      return false;
  }
}

/** The last part of an enhanced status code 5.7.x (RFC 3463). */
function policyDetail(response: string | undefined): number | undefined {
  const detail = /^5\d\d[ -]5\.7\.(\d{1,3})\b/.exec(response ?? '')?.[1];
  return detail === undefined ? undefined : Number(detail);
}
