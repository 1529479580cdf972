import { type Command, hasFound, readCommand } from './read-command';
import { startWireProxy } from './start-wire-proxy';

/** An observed command, with the times of request and answer in milliseconds of `performance.now()`. */
export interface SeenCommand extends Command {
  readonly begunAt: number;
  /** Undefined while the command has no answer. */
  endedAt?: number;
  /** Whether a document was returned or changed. Undefined while the command has no answer. */
  found?: boolean;
}

export interface CommandCounter {
  /** The address to which clients connect instead of the database. */
  readonly uri: string;
  /** All observed commands, in the order of their start. */
  readonly seen: readonly SeenCommand[];
  stop(): Promise<void>;
}

/**
 * Starts a proxy that records every command between clients and a database. It works for any program.
 * @param uri the URI of a database that listens on one TCP address without TLS
 */
export async function startCommandCounter(uri: string): Promise<CommandCounter> {
  const target = new URL(uri);
  const seen: SeenCommand[] = [];
  const address = { host: target.hostname, port: Number(target.port || 27_017) };
  const { port, stop } = await startWireProxy(address, 0, () => {
    const waiting = new Map<number, SeenCommand>();
    return {
      asked: (message) => {
        const command = readCommand(message);
        if (!command) return undefined;
        const noted: SeenCommand = { ...command, begunAt: performance.now() };
        seen.push(noted);
        if (!command.silent) waiting.set(command.id, noted);
        return undefined;
      },
      answered: (message) => {
        const answered = message.readInt32LE(8);
        const command = waiting.get(answered);
        if (!command) return;
        command.endedAt = performance.now();
        command.found = hasFound(message);
        waiting.delete(answered);
      },
    };
  });
  // The connection is direct, because a replica set member would tell clients to connect to its own address.
  return { uri: `mongodb://127.0.0.1:${port}/?directConnection=true&retryWrites=false`, seen, stop };
}
