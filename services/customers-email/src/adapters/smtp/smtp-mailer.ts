import { Readable } from 'node:stream';
import { within } from '@parcelyard/service-kit/within';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Mail } from '../../domain/mail';
import { singleLine } from '../../domain/mailbox';
import type { SendOutcome } from '../../domain/message';
import { judgeFailure, type SmtpFailure } from './judge-failure';

interface Options {
  /** `smtp://` or `smtps://`, with user and password if the server requires them. */
  url: string;
  /** The address from which mails are sent. */
  from: string;
  /**
   * The address for reports on a mail. With `bounces@ship.example`, each mail uses `bounces+<report key>@ship.example`.
   * When absent, reports go to `from`.
   */
  bounceAddress?: string | undefined;
  /** Milliseconds for one whole try; 30,000 when absent. */
  timeoutMs?: number;
}

/** Sends mail over SMTP, with one connection per mail. A failure says whether the server may have received the mail. */
export function createSmtpMailer({ url, from, bounceAddress, timeoutMs = 30_000 }: Options) {
  const envelope = ({ recipient, reportKey }: Mail) => ({
    from: bounceAddress ? withKey(bounceAddress, reportKey) : from,
    to: [recipient.address],
  });
  return {
    /** Sends one mail. Never throws, and ends within the timeout. */
    send: async (mail: Mail): Promise<SendOutcome> => {
      const connection = new SMTPConnection(connectionOptions(url, timeoutMs));
      const message = textOf(await compose(mail, from));
      try {
        await within(timeoutMs, deliver(connection, url, envelope(mail), message.stream), () => {
          throw new Error('The mail server took too long.');
        });
        return { kind: 'accepted' };
      } catch (error) {
        return judgeFailure(error as SmtpFailure, message.wasGiven());
      } finally {
        connection.close();
      }
    },
  };
}

export type Mailer = ReturnType<typeof createSmtpMailer>;

function deliver(
  connection: SMTPConnection,
  url: string,
  envelope: { from: string; to: string[] },
  text: Readable,
): Promise<void> {
  const { username, password } = new URL(url);
  return new Promise<void>((resolve, reject) => {
    const send = () => connection.send(envelope, text, (error) => (error ? reject(error) : resolve()));
    connection.once('error', reject);
    connection.connect((error) => {
      if (error) return reject(error);
      if (username === '') return send();
      const user = decodeURIComponent(username);
      const pass = decodeURIComponent(password);
      connection.login({ user, pass, credentials: { user, pass } }, (refused) =>
        refused ? reject(refused) : send(),
      );
    });
  });
}

/**
 * Returns the address with the key, such as `bounces+<key>@ship.example`. The recipient's server sends its report to
 * this address.
 */
const withKey = (address: string, key: string): string => address.replace('@', `+${key}@`);

/**
 * Returns a stream of the message's text, and a function that tells whether the stream was read. The connection reads
 * the stream only after the server has accepted the command DATA. So a text that was not read was certainly not sent.
 */
function textOf(message: Buffer) {
  let given = false;
  const stream = new Readable({
    read() {
      given = true;
      this.push(message);
      this.push(null);
    },
  });
  return { stream, wasGiven: () => given };
}

function compose(
  { messageId, reportKey, senderName, replyTo, recipient, date, subject, text, html, unsubscribeUrl }: Mail,
  from: string,
): Promise<Buffer> {
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return new MailComposer({
    from: { name: singleLine(senderName), address: from },
    to: { name: singleLine(recipient.name), address: recipient.address },
    ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
    messageId: `<${messageId.replace(/[^\w.-]/g, '.')}.${reportKey}@${domain}>`,
    date,
    subject: singleLine(subject),
    text,
    html,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl === undefined ? {} : unsubscribeHeaders(unsubscribeUrl)),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}

/**
 * Returns the headers with which a mail program unsubscribes the reader (RFC 2369), if possible with one click (RFC
 * 8058).
 */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': { prepared: true, foldLines: false, value: `<${url}>` },
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  Precedence: 'bulk',
});

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

function connectionOptions(url: string, timeoutMs: number) {
  const { protocol, hostname, port, username } = new URL(url);
  const secure = protocol === 'smtps:';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    secure,
    ...(port === '' ? {} : { port: Number(port) }),
    // A password is never sent unencrypted over a network.
    requireTLS: !secure && username !== '' && !LOOPBACK.has(hostname),
    connectionTimeout: Math.min(10_000, timeoutMs),
    greetingTimeout: Math.min(10_000, timeoutMs),
    dnsTimeout: Math.min(10_000, timeoutMs),
    socketTimeout: Math.min(30_000, timeoutMs),
    socketCloseTimeout: 1_000,
  };
}
