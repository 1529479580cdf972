import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { lockDirectory } from '@parcelyard/embedded-mongo/storage/lock-file';
import type { Logger } from '@parcelyard/service-kit/logger';
import { withoutEndSlashes } from '@parcelyard/service-kit/without-end-slashes';
import { freePorts, requireFreePort } from '@parcelyard/testing/free-ports';
import type { ParsedStack } from './config';
import { runHistory } from './demo/history/run-history';
import { isDemoSeeded, seedDemoOnce } from './demo/seed-demo-once';
import { startMongo } from './engines/start-mongo';
import { startNats } from './engines/start-nats';
import { startMailSink } from './mail-sink';
import { runSingle } from './run-single';
import { runSplit } from './run-split';
import { createScope } from './scope';
import { loadSecrets } from './secrets';
import { SERVICES, type ServiceName, type StackContext } from './service-environment';
import { removeStackFile, type StackFile, writeStackFile } from './stack-file';

export interface RunningStack {
  readonly file: StackFile;
  stop(): Promise<void>;
}

/**
 * How long the stack waits after a failed write of stack.json, such as on a full disk, before it writes the file again.
 * Meanwhile the stack continues to run.
 */
const REWRITE_MS = 2_000;

interface Options {
  parsed: ParsedStack;
  programsDir: string;
  logger: Logger;
  /**
   * After this many milliseconds, the creation of the demo's history ends even if it is incomplete, to limit the wait;
   * 30,000 when absent.
   */
  historyPatienceMs?: number;
  /** Ends the start. */
  signal?: AbortSignal | undefined;
}

/**
 * Starts engines, mail sink and services, seeds the demo account and writes `stack.json`.
 * @throws Error with the reason, after everything that was started has stopped
 */
export async function startStack({
  parsed,
  programsDir,
  logger,
  historyPatienceMs = 30_000,
  signal,
}: Options): Promise<RunningStack> {
  const { config, forwarded } = parsed;
  const scope = createScope();
  try {
    const port = config.PORT === 0 ? ((await freePorts(1))[0] as number) : config.PORT;
    await requireFreePort(port);
    const dataDir = resolve(config.DATA_DIR);
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    scope.add(lockDirectory(dataDir));
    // This stack now has the folder's lock, so an existing file is from a stack that has ended.
    removeStackFile(dataDir);

    // Does nothing while the stack is starting. If a service is replaced during this time, the first stack.json, which
    // is written when the stack is ready, already contains the new process.
    let rewriteFile: () => void = () => undefined;
    const onReplaced = () => rewriteFile();
    const engineOptions = { dataDir, scope, logger, onReplaced };
    const [mongo, { nats, release }] = await Promise.all([
      startMongo({ ...engineOptions, uri: config.MONGODB_URI, programsDir, ownProcess: config.SPLIT }),
      startNats({ ...engineOptions, url: config.NATS_URL, split: config.SPLIT }),
    ]);
    const mailDir = join(dataDir, 'mail');
    const sink = await startMailSink(mailDir, logger);
    scope.add(sink.stop);

    const baseUrl = withoutEndSlashes(config.BASE_URL ?? `http://127.0.0.1:${port}`);
    const context: StackContext = {
      forwarded,
      secrets: loadSecrets(dataDir),
      mongoUri: mongo.socketUri ?? mongo.uri,
      natsUrl: nats.url ?? '',
      smtpUrl: sink.url,
      baseUrl,
      port,
      addresses: await serviceAddresses(),
    };
    const isSandbox = config.CARRIERS.includes('sandbox') && config.PAYMENTS === 'sandbox';
    // A history is not created with real carriers, because it would cost real money.
    if (config.DEMO_HISTORY && isSandbox && !isDemoSeeded(dataDir)) {
      const tokenTtlS = config.ACCESS_TOKEN_TTL_S;
      const patienceMs = historyPatienceMs;
      await runHistory({ context, programsDir, dataDir, logger, tokenTtlS, patienceMs, signal }).catch(
        // An error in the demo history must not stop the stack.
        (error: unknown) => {
          if (!signal?.aborted)
            logger.warn({ err: error }, 'the history of the demo account is not complete');
        },
      );
    }
    signal?.throwIfAborted();
    const services = config.SPLIT
      ? await runSplit({ context, programsDir, scope, logger, onReplaced })
      : await runSingle({ context, programsDir, scope, logger });

    release();
    const demo = await seedDemoOnce(services.clients, dataDir);
    const file = (): StackFile => ({
      baseUrl,
      mcpUrl: `${baseUrl}/mcp`,
      demo,
      mailDir,
      services: services.processes(),
      engines: { mongo: { ...mongo }, nats: { ...nats } },
    });
    writeStackFile(dataDir, file());
    rewriteFile = () => {
      try {
        writeStackFile(dataDir, file());
      } catch (error) {
        logger.warn({ err: error }, 'stack.json is not up to date; tried again');
        setTimeout(() => rewriteFile(), REWRITE_MS).unref();
      }
    };
    return {
      file: file(),
      stop: async () => {
        rewriteFile = () => undefined;
        removeStackFile(dataDir);
        await scope.close();
      },
    };
  } catch (error) {
    await scope.close().catch((err: unknown) => logger.warn({ err }, 'clean-up failed'));
    throw error;
  }
}

async function serviceAddresses(): Promise<Record<ServiceName, string>> {
  const ports = await freePorts(SERVICES.length);
  const pairs = SERVICES.map((name, position) => [name, `127.0.0.1:${ports[position]}`] as const);
  return Object.fromEntries(pairs) as Record<ServiceName, string>;
}
