import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandCounter, startCommandCounter } from '@parcelyard/testing/wire/start-command-counter';
import { type Collector, startCollector } from '../start-collector';
import { startProgram } from '../start-program';
import { type Stack, startStack } from '../start-stack';

export interface CountedStack {
  readonly stack: Stack;
  /** Counts every command of every process of the stack. */
  readonly commands: CommandCounter;
  readonly collector: Collector;
  /** The address of the database itself; commands through this address are not counted. */
  readonly databaseUri: string;
  readonly checkout: string;
  remove(): Promise<void>;
}

/**
 * Starts the built stack on its own embedded engine. A counter between the stack and the engine counts the commands.
 */
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
