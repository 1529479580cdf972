import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface SmtpSink {
  readonly url: string;
  readonly port: number;
  /** Texts of the messages that arrived completely, oldest first. */
  readonly received: string[];
  /** The envelopes (sender and recipient) of the messages in `received`. */
  readonly envelopes: { from: string; to: string }[];
  /** Sets how the server behaves from now on. It accepts everything that `behaviour` does not name. */
  behave(behaviour: SmtpBehaviour): void;
  stop(): Promise<void>;
}

/**
 * The steps at which the server does not accept the mail, and what it does instead: it sends an SMTP reply, closes the
 * connection or stays silent.
 */
export interface SmtpBehaviour {
  sender?: SmtpAnswer;
  recipient?: SmtpAnswer;
  text?: SmtpAnswer;
}
export type SmtpAnswer = { reply: number; words?: string } | 'hang up' | 'say nothing';

/** Starts a real SMTP server in this process. */
export async function startSmtpSink(port = 0): Promise<SmtpSink> {
  const received: string[] = [];
  const envelopes: { from: string; to: string }[] = [];
  let behaviour: SmtpBehaviour = {};

  const answer = (
    given: SmtpAnswer | undefined,
    done: (error?: Error | null) => void,
    accept: () => void,
  ) => {
    if (given === undefined) return accept();
    if (given === 'say nothing') return;
    if (given === 'hang up') return hangUp();
    done(Object.assign(new Error(given.words ?? 'No.'), { responseCode: given.reply }));
  };
  const options: SMTPServerOptions = {
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onMailFrom: (_address, _session, done) => answer(behaviour.sender, done, () => done()),
    onRcptTo: (_address, _session, done) => answer(behaviour.recipient, done, () => done()),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () =>
        answer(behaviour.text, done, () => {
          received.push(Buffer.concat(chunks).toString());
          const { mailFrom, rcptTo } = session.envelope;
          envelopes.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo[0]?.address ?? '' });
          done();
        }),
      );
    },
  };
  const server = new SMTPServer(options);
  server.on('error', () => undefined);
  const hangUp = () => {
    for (const { close } of connectionsOf(server)) close();
  };
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const bound = (server.server.address() as AddressInfo).port;
  return {
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    received,
    envelopes,
    behave: (given) => {
      behaviour = given;
    },
    stop: async () => {
      hangUp();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Returns the server's connections. The server keeps them in a set, which its TypeScript types do not declare. */
function connectionsOf(server: SMTPServer): { close(): void }[] {
  const { connections } = server as unknown as { connections: Set<{ _socket: { destroy(): void } }> };
  return [...connections].map(({ _socket }) => ({ close: () => _socket.destroy() }));
}
