import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandCounter, startCommandCounter } from '@parcelyard/testing/wire/start-command-counter';
import { type Collector, startCollector } from '../start-collector';
import { startProgram } from '../start-program';
import { type Stack, startStack } from '../start-stack';

export interface CountedStack {
  readonly stack: Stack;
  /** Every command of every process of the stack goes through it. */
  readonly commands: CommandCounter;
  /** Has a span of every RPC. */
  readonly collector: Collector;
  /** The database itself: what goes this way is not counted. */
  readonly databaseUri: string;
  /** Whose programs run. */
  readonly checkout: string;
  remove(): Promise<void>;
}

/** The built stack on an embedded engine of its own, with a counter between the two. */
export async function startCountedStack(
  environment: Record<string, string> = {},
  checkout = process.cwd(),
): Promise<CountedStack> {
  const engineDir = await mkdtemp(join(tmpdir(), 'parcelyard-counted-'));
  const engine = await startProgram('embedded-mongo', { EMBEDDED_MONGO_DATA_DIR: engineDir }, checkout);
  const databaseUri = engine.ready().uri as string;
  const commands = await startCommandCounter(databaseUri);
  const collector = await startCollector();
  const variables = { MONGODB_URI: commands.uri, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const stack = await startStack({ ...variables, ...environment }, checkout);
  return {
    stack,
    commands,
    collector,
    databaseUri,
    checkout,
    remove: async () => {
      await stack.remove();
      await collector.stop();
      await commands.stop();
      await engine.stop();
      await rm(engineDir, { recursive: true, force: true });
    },
  };
}
