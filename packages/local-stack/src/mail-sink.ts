import { createWriteStream, mkdirSync, renameSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
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
  const store = async (message: Readable, folder: string) => {
    count += 1;
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${process.pid}-${count}`;
    const draft = join(folder, `.${name}.part`);
    try {
      // The user may have deleted the folder to delete the mails.
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      await pipeline(message, createWriteStream(draft, { mode: 0o600 }));
      renameSync(draft, join(folder, `${name}.eml`));
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onData: (stream, _session, accepted) => {
      if (mailDir === undefined) {
        stream.resume().on('end', () => accepted());
        return;
      }
      store(stream, mailDir).then(
        () => accepted(),
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
