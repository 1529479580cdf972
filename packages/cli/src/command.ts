import type { Arguments } from './arguments';
import type { Service, Services } from './connect-services';

/** The result of a command that prints a text for people instead of JSON. */
export class Report {
  constructor(
    readonly text: string,
    /** If false, `shipctl` exits with 1. */
    readonly ok: boolean,
  ) {}
}

export interface Command {
  /**
   * The text that the user types after `shipctl`, such as `account create --email E`. The name has one or two words;
   * positional arguments are in capitals. Each option has a value, except an option such as `[--cancel]`.
   */
  readonly usage: string;
  /** What the command does, in one sentence. */
  readonly summary: string;
  /** What each argument means, by its name in `usage`, in the same order. Options have their dashes. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The services that the command calls. It cannot call others. */
  readonly services: readonly Service[];
  /** Runs the command. The result is printed as JSON. If the result has a member `error`, `shipctl` exits with 1. */
  run(args: Arguments, services: Services): Promise<unknown>;
}
