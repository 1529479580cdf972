import { createWriteStream, mkdirSync, renameSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Logger } from '@parcelyard/service-kit/logger';
import { SMTPServer } from 'smtp-server';

export interface MailSink {
  /** `smtp://host:port` */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts an SMTP server that delivers nothing. Each message becomes an `.eml` file, which appears only when it is
 * complete. Without a folder, messages are dropped.
 */
export async function startMailSink(mailDir: string | undefined, logger: Logger): Promise<MailSink> {
  if (mailDir !== undefined) mkdirSync(mailDir, { recursive: true, mode: 0o700 });
  let count = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onData: (stream, _session, accepted) => {
      if (mailDir === undefined) {
        stream.resume().on('end', () => accepted());
        return;
      }
      count += 1;
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${process.pid}-${count}`;
      const draft = join(mailDir, `.${name}.part`);
      pipeline(stream, createWriteStream(draft, { mode: 0o600 })).then(
        () => {
          renameSync(draft, join(mailDir, `${name}.eml`));
          accepted();
        },
        (error: Error) => accepted(error),
      );
    },
  });
  server.on('error', (error) => logger.warn({ err: error }, 'mail sink'));
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
