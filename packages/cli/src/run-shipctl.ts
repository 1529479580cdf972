import { wordNeutrally } from '@parcelyard/reasons/word-reason';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { Arguments, UsageError } from './arguments';
import { Report } from './command';
import { commands } from './commands';
import { connectServices } from './connect-services';

export interface Outcome {
  /** The output on stdout: a text unchanged, any other value as JSON. */
  output: unknown;
  exitCode: 0 | 1;
}

/** Runs one command line. If the command fails, the output is `{error}` with a sentence, never a stack trace. */
export async function runShipctl(
  argv: readonly string[],
  environment: Record<string, string | undefined>,
): Promise<Outcome> {
  const services = connectServices(environment);
  try {
    const command = commands.find(({ usage }) => isNamed(usage, argv));
    if (!command) throw new UsageError(`Usage: shipctl ${commands.map(({ usage }) => usage).join(' | ')}`);
    const rest = argv.slice(nameOf(command.usage).length);
    const output = await command.run(Arguments.parse(rest, command.usage), services);
    if (output instanceof Report) return { output: output.text, exitCode: output.ok ? 0 : 1 };
    const failed = typeof output === 'object' && output !== null && 'error' in output;
    return { output, exitCode: failed ? 1 : 0 };
  } catch (error) {
    return { output: { error: messageOf(error) }, exitCode: 1 };
  } finally {
    services.close();
  }
}

const nameOf = (usage: string): string[] => usage.split(' ').slice(0, 2);

const isNamed = (usage: string, argv: readonly string[]): boolean =>
  nameOf(usage).every((word, position) => argv[position] === word);

function messageOf(error: unknown): string {
  if (error instanceof DomainError) return wordNeutrally(error);
  return error instanceof Error ? error.message : String(error);
}
