import { parseArgs } from 'node:util';
import { type Cents, cents } from '@parcelyard/money/cents';

/** The command line is wrong, or the command is not possible here. The message says what is possible. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

export class Arguments {
  private constructor(
    private readonly options: Readonly<Record<string, string | undefined>>,
    private readonly positionals: readonly string[],
    private readonly usage: string,
  ) {}

  /**
   * @param usage the usage text of the command, such as `webhook list [--account ID]`; it defines options and
   * positionals
   * @throws UsageError for an option that the command does not have
   */
  static parse(argv: readonly string[], usage: string): Arguments {
    const options = optionsOf(usage);
    try {
      const parsed = parseArgs({
        args: [...argv],
        options: Object.fromEntries(
          options.map(({ name, value }) => [
            name,
            { type: value === '' ? ('boolean' as const) : ('string' as const) },
          ]),
        ),
        allowPositionals: true,
      });
      if (parsed.positionals.length !== positionalsOf(usage).length)
        throw new UsageError(`Usage: shipctl ${usage}`);
      const values = Object.entries(parsed.values).map(([name, value]) => [name, String(value)]);
      return new Arguments(Object.fromEntries(values), parsed.positionals, usage);
    } catch (error) {
      if (error instanceof UsageError) throw error;
      throw new UsageError(`${(error as Error).message} Usage: shipctl ${usage}`);
    }
  }

  text(name: string): string | undefined {
    return this.options[name];
  }

  /** Returns whether an option without a value was given. */
  flag(name: string): boolean {
    return this.options[name] !== undefined;
  }

  requiredText(name: string): string {
    const value = this.options[name];
    if (value === undefined || value === '')
      throw new UsageError(`--${name} is required. Usage: shipctl ${this.usage}`);
    return value;
  }

  /** Reads an amount in dollars, with at most two decimals. */
  dollars(name: string): Cents | undefined {
    const value = this.options[name];
    if (value === undefined) return undefined;
    const [, whole, part = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(value) ?? [];
    if (whole === undefined)
      throw new UsageError(`--${name} must be dollars such as 25 or 0.01; got ${value}.`);
    return cents(Number(whole) * 100 + Number(part.padEnd(2, '0')));
  }

  oneOf<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    const value = this.options[name];
    if (value === undefined) return undefined;
    const choice = choices.find((candidate) => candidate === value);
    if (!choice) throw new UsageError(`--${name} must be one of ${choices.join(', ')}; got ${value}.`);
    return choice;
  }

  id(name: string): number | undefined {
    const value = this.options[name];
    return value === undefined ? undefined : parseId(`--${name}`, value);
  }

  requiredId(name: string): number {
    return parseId(`--${name}`, this.requiredText(name));
  }

  positional(place: number): string {
    return this.positionals[place] as string;
  }

  positionalId(place: number, name: string): number {
    return parseId(name, this.positional(place));
  }
}

/**
 * Returns the options of a usage text. An option is a word after two dashes, and the word after it stands for its
 * value. If a bracket closes right after the option, as in `[--cancel]`, the option takes no value.
 */
export const optionsOf = (usage: string): { name: string; value: string }[] =>
  usage
    .split('--')
    .slice(1)
    .map((text) => {
      const [name = '', value = ''] = text.split(' ');
      return name.endsWith(']')
        ? { name: name.slice(0, -1), value: '' }
        : { name, value: value.replaceAll(']', '').replaceAll(')', '') };
    });

/** Returns the words between a command's name and its first option. */
export function positionalsOf(usage: string): string[] {
  const words = usage.split(' ').slice(2);
  const end = words.findIndex((word) => word.startsWith('-') || word.startsWith('['));
  return end < 0 ? words : words.slice(0, end);
}

function parseId(name: string, value: string): number {
  if (/^[1-9]\d{0,14}$/.test(value)) return Number(value);
  throw new UsageError(`${name} must be a whole number above 0; got ${value}.`);
}
