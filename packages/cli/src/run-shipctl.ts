import { wordNeutrally } from '@parcelyard/reasons/word-reason';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { Arguments } from './arguments';
import { commands } from './commands';
import { connectServices } from './connect-services';
import { UsageError } from './usage-error';

export interface Outcome {
  /** Printed on stdout as JSON. */
  output: unknown;
  exitCode: 0 | 1;
}

/** Runs one command line. A failure's output is `{error}` with a sentence, never a stack trace. */
export async function runShipctl(
  argv: readonly string[],
  environment: Record<string, string | undefined>,
): Promise<Outcome> {
  const services = connectServices(environment);
  try {
    const command = commands[argv.slice(0, 2).join(' ')];
    if (!command) throw new UsageError(`Usage: shipctl ${usages().join(' | ')}`);
    const output = await command.run(Arguments.parse(argv.slice(2), command), services);
    const failed = typeof output === 'object' && output !== null && 'error' in output;
    return { output, exitCode: failed ? 1 : 0 };
  } catch (error) {
    return { output: { error: messageOf(error) }, exitCode: 1 };
  } finally {
    services.close();
  }
}

const usages = (): string[] => Object.values(commands).map(({ usage }) => usage);

function messageOf(error: unknown): string {
  if (error instanceof DomainError) return wordNeutrally(error);
  return error instanceof Error ? error.message : String(error);
}
