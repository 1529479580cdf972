import { wordNeutrally } from '@parcelyard/reasons/word-reason';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { Arguments, UsageError } from './arguments';
import { commands } from './commands';
import { connectServices } from './connect-services';

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
    const name = argv.slice(0, 2).join(' ');
    const command = commands.find(({ usage }) => usage.split(' ').slice(0, 2).join(' ') === name);
    if (!command) throw new UsageError(`Usage: shipctl ${commands.map(({ usage }) => usage).join(' | ')}`);
    const output = await command.run(Arguments.parse(argv.slice(2), command.usage), services);
    const failed = typeof output === 'object' && output !== null && 'error' in output;
    return { output, exitCode: failed ? 1 : 0 };
  } catch (error) {
    return { output: { error: messageOf(error) }, exitCode: 1 };
  } finally {
    services.close();
  }
}

function messageOf(error: unknown): string {
  if (error instanceof DomainError) return wordNeutrally(error);
  return error instanceof Error ? error.message : String(error);
}
