import { bounceKind, enhancedStatus } from '../../domain/bounce';
import type { SendOutcome } from '../../domain/message';

/** What `nodemailer` reports about a failed try. */
export interface SmtpFailure extends Error {
  responseCode?: number | undefined;
  /** The server's whole reply. */
  response?: string | undefined;
  /** The command that the server replied to, such as `RCPT TO`. */
  command?: string | undefined;
}

/** Sign-in is required, too weak, wrong or not encrypted (RFC 4954). Any command may get these replies. */
const SIGN_IN_REPLIES = new Set([530, 534, 535, 538]);
/** The mail is larger than the server accepts. Other mails may still be accepted. */
const TOO_LARGE = new Set([552, 523]);

/**
 * Decides what a failure means; no other function does. After the text was sent, only the server's reply to the text is
 * certain. A refusal fails the mail permanently only when it is about this mail. A refusal that every mail would get is
 * a fault of the operator's set-up; the mail then waits for the repair.
 */
export function judgeFailure(failure: SmtpFailure, textWasGiven: boolean): SendOutcome {
  const { message, responseCode, command } = failure;
  const detail = responseCode === undefined ? message : `${command}: ${responseCode}`;
  const answered = responseCode !== undefined && responseCode >= 400;
  if (textWasGiven && !(answered && command === 'DATA')) return { kind: 'doubtful', detail };
  if (!answered || responseCode < 500) return { kind: 'not_sent', detail };
  if (isOperatorsFault(failure, responseCode)) return { kind: 'misconfigured', detail };
  // A reply to an earlier command does not depend on this mail.
  return command === 'MAIL FROM' || command === 'RCPT TO' || command === 'DATA'
    ? { kind: 'refused', detail, ...(command === 'RCPT TO' && { bounced: bounceOf(failure) }) }
    : { kind: 'not_sent', detail };
}

/**
 * Returns the bounce that the refusal of a recipient means. A server that knows its mailboxes refuses unknown mailboxes
 * at this point. A relay sends a bounce mail later.
 */
function bounceOf({ response = '' }: SmtpFailure) {
  const status = enhancedStatus(response) || '5.0.0';
  return { bounce: bounceKind(status), status };
}

function isOperatorsFault({ command, response }: SmtpFailure, code: number): boolean {
  if (SIGN_IN_REPLIES.has(code)) return true;
  const policy = policyDetail(response);
  switch (command) {
    // Every mail has the same sender, so a refusal is the operator's fault unless this mail is too large.
    case 'MAIL FROM':
      return !TOO_LARGE.has(code);
    // 5.7.x: the server does not relay for us, or not for our sender address. Exim reports this only in its text.
    case 'RCPT TO':
      return policy !== undefined || /\brelay/i.test(response ?? '');
    // 5.7.8 and above concern the sign-in and the sender's SPF, DKIM and DMARC (RFC 4954, RFC 7372). Lower codes
    // concern the mail's content.
    case 'DATA':
      return policy !== undefined && policy >= 8;
    default:
      return false;
  }
}

/** Returns the last part of an enhanced status code 5.7.x (RFC 3463). */
function policyDetail(response: string | undefined): number | undefined {
  const detail = /^5\d\d[ -]5\.7\.(\d{1,3})\b/.exec(response ?? '')?.[1];
  return detail === undefined ? undefined : Number(detail);
}
