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

/**
 * Reply codes for a sign-in that is missing, too weak, wrong or not encrypted (RFC 4954). The server may send them to
 * any command.
 */
const SIGN_IN_REPLIES = new Set([530, 534, 535, 538]);
/** Reply codes for a mail that is too large. The server may accept other mails. */
const TOO_LARGE = new Set([552, 523]);

/**
 * Decides what a failure means. Once the mail's text was sent, only the server's reply to the text shows whether the
 * server accepted the mail. If the server refuses this mail, the mail has failed. If the server would refuse every
 * mail, the operator's set-up is wrong, and the mail waits until the operator repairs it.
 */
export function judgeFailure(failure: SmtpFailure, textWasGiven: boolean): SendOutcome {
  const { message, responseCode, command } = failure;
  const detail = responseCode === undefined ? message : `${command}: ${responseCode}`;
  const answered = responseCode !== undefined && responseCode >= 400;
  if (textWasGiven && !(answered && command === 'DATA')) return { kind: 'doubtful', detail };
  if (!answered || responseCode < 500) return { kind: 'not_sent', detail };
  if (isOperatorsFault(failure, responseCode)) return { kind: 'misconfigured', detail };
  // Only replies to these commands are about this mail.
  return command === 'MAIL FROM' || command === 'RCPT TO' || command === 'DATA'
    ? { kind: 'refused', detail, ...(command === 'RCPT TO' && { bounced: bounceOf(failure) }) }
    : { kind: 'not_sent', detail };
}

/**
 * Returns the kind of bounce when the server refused the recipient. Only the recipient's own server can refuse an
 * unknown mailbox at once. A server that only forwards mail does not know the mailboxes: it accepts the mail and sends
 * a report later.
 */
function bounceOf({ response = '' }: SmtpFailure) {
  const status = enhancedStatus(response) || '5.0.0';
  return { bounce: bounceKind(status), status };
}

function isOperatorsFault({ command, response }: SmtpFailure, code: number): boolean {
  if (SIGN_IN_REPLIES.has(code)) return true;
  const policy = policyDetail(response);
  switch (command) {
    // The sender is the same for every mail. If the server refuses the sender, the operator's set-up is wrong, unless
    // this mail is too large.
    case 'MAIL FROM':
      return !TOO_LARGE.has(code);
    // Code 5.7.x means that the server does not forward our mail, or does not accept our sender address. The mail
    // server Exim replies without such a code, but the text of its reply contains "relay".
    case 'RCPT TO':
      return policy !== undefined || /\brelay/i.test(response ?? '');
    // Codes from 5.7.8 on concern our sign-in and the sender's SPF, DKIM and DMARC (RFC 4954, RFC 7372). Lower codes
    // concern the content of the mail.
    case 'DATA':
      return policy !== undefined && policy >= 8;
    default:
      return false;
  }
}

/** Returns the last number of a status code 5.7.x (RFC 3463). */
function policyDetail(response: string | undefined): number | undefined {
  const detail = /^5\d\d[ -]5\.7\.(\d{1,3})\b/.exec(response ?? '')?.[1];
  return detail === undefined ? undefined : Number(detail);
}
