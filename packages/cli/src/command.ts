import type { Arguments } from './arguments';
import type { Services } from './connect-services';

/** A text for people, instead of JSON. */
export class Report {
  constructor(
    readonly text: string,
    /** False makes the call fail. */
    readonly ok: boolean,
  ) {}
}

/** One command of `shipctl`. */
export interface Command {
  /**
   * The text that the user types after `shipctl`, such as `account create --email E`. The name has one or two words;
   * positional arguments are in capitals; each option has a value.
   */
  readonly usage: string;
  /** The result that is printed as JSON; an `error` in it makes the call fail. */
  run(args: Arguments, services: Services): Promise<unknown>;
}
