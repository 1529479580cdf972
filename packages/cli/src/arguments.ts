import { parseArgs } from 'node:util';
import { type Cents, cents } from '@parcelyard/money/cents';
import { UsageError } from './usage-error';

/** Options of a command by name; each takes a value. */
export class Arguments {
  private constructor(
    private readonly options: Readonly<Record<string, string | undefined>>,
    private readonly positionals: readonly string[],
    private readonly usage: string,
  ) {}

  /** @throws UsageError for an option that the command does not have */
  static parse(
    argv: readonly string[],
    { options, positionals, usage }: { options: readonly string[]; positionals: number; usage: string },
  ): Arguments {
    try {
      const parsed = parseArgs({
        args: [...argv],
        options: Object.fromEntries(options.map((name) => [name, { type: 'string' as const }])),
        allowPositionals: true,
      });
      if (parsed.positionals.length !== positionals) throw new UsageError(`Usage: shipctl ${usage}`);
      return new Arguments(parsed.values, parsed.positionals, usage);
    } catch (error) {
      if (error instanceof UsageError) throw error;
      throw new UsageError(`${(error as Error).message} Usage: shipctl ${usage}`);
    }
  }

  text(name: string): string | undefined {
    return this.options[name];
  }

  requiredText(name: string): string {
    const value = this.options[name];
    if (value === undefined || value === '')
      throw new UsageError(`--${name} is required. Usage: shipctl ${this.usage}`);
    return value;
  }

  /** Dollars with at most two decimals. */
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

  /** An id given by option; undefined when it was not given. */
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

function parseId(name: string, value: string): number {
  if (/^[1-9]\d{0,14}$/.test(value)) return Number(value);
  throw new UsageError(`${name} must be a whole number above 0; got ${value}.`);
}
