import { nearestNames, snakeCase } from '@parcelyard/service-kit/nearest-names';
import { Arguments } from './arguments';
import { type Command, Report } from './command';
import { nameOf } from './command-name';
import { commands } from './commands';
import { connectServices } from './connect-services';
import { helpOf, helpOfCommand } from './help';
import { messageOf } from './message-of';

type Environment = Record<string, string | undefined>;

export interface Outcome {
  /** The output on stdout: a text unchanged, any other value as JSON. */
  output: unknown;
  /** 2 means that there is no such command. */
  exitCode: 0 | 1 | 2;
}

/** Runs one command line. If the command fails, the output is `{error}` with a sentence, never a stack trace. */
export async function runShipctl(argv: readonly string[], environment: Environment): Promise<Outcome> {
  const asksForHelp = argv.length === 0 || argv.includes('--help') || argv.includes('-h');
  const end = argv.findIndex((word) => word.startsWith('-'));
  const words = end < 0 ? argv : argv.slice(0, end);
  const command = commands.find((known) => isNamed(known, words));
  if (command) {
    return asksForHelp
      ? { output: helpOfCommand(command), exitCode: 0 }
      : runCommand(command, argv.slice(nameOf(command).split(' ').length), environment);
  }
  const group = commands.filter((known) => nameOf(known).split(' ')[0] === words[0]);
  if (asksForHelp && words.length === 0) return { output: helpOf(ABOUT, commands), exitCode: 0 };
  if (asksForHelp && words.length === 1 && group.length > 0) {
    return { output: helpOf(`The commands of shipctl ${words[0]}.`, group), exitCode: 0 };
  }
  const error = words.length > 0 ? unknownCommand(words, group) : unknownOption(argv[0] as string);
  return { output: { error }, exitCode: 2 };
}

const ABOUT = "shipctl is the operators' program for accounts, repairs and checks.";

const isNamed = (command: Command, words: readonly string[]): boolean =>
  nameOf(command)
    .split(' ')
    .every((word, position) => words[position] === word);

async function runCommand(
  command: Command,
  argv: readonly string[],
  environment: Environment,
): Promise<Outcome> {
  try {
    const args = Arguments.parse(argv, command.usage);
    const services = connectServices(environment, command.services);
    try {
      const output = await command.run(args, services);
      if (output instanceof Report) return { output: output.text, exitCode: output.ok ? 0 : 1 };
      const failed = typeof output === 'object' && output !== null && 'error' in output;
      return { output, exitCode: failed ? 1 : 0 };
    } finally {
      services.close();
    }
  } catch (error) {
    return { output: { error: messageOf(error) }, exitCode: 1 };
  }
}

/** @param group the commands whose first word was given */
function unknownCommand(words: readonly string[], group: readonly Command[]): string {
  const given = words.slice(0, 2).join(' ');
  if (given === words[0] && group.length > 0) {
    return `shipctl ${given} needs a second word. shipctl ${given} --help lists its commands.`;
  }
  const known = new Map(commands.map((command) => [snakeCase(nameOf(command)), nameOf(command)]));
  // A word after the name may be an argument, as in `docter 7`.
  const near = [given, words[0] ?? ''].map((name) => nearestNames(name, [...known.keys()])).find(isFilled);
  const hint = near
    ? `Did you mean ${near.map((name) => `shipctl ${known.get(name)}`).join(' or ')}?`
    : 'shipctl --help lists all commands.';
  return `There is no command shipctl ${given}. ${hint}`;
}

/** The value of an option may be secret, so it is not repeated. */
const unknownOption = (word: string): string =>
  `shipctl has no option ${word.split('=')[0]}: options follow a command. shipctl --help lists all commands.`;

const isFilled = (names: readonly string[]): boolean => names.length > 0;
