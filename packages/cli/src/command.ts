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
   * What the user types after `shipctl`, such as `account create --email E`: one or two words as the name, positional
   * arguments in capitals, options, each with a value.
   */
  readonly usage: string;
  /** The result that is printed as JSON; an `error` in it makes the call fail. */
  run(args: Arguments, services: Services): Promise<unknown>;
}
