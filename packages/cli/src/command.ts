import type { Arguments } from './arguments';
import type { Services } from './connect-services';

/** One command of `shipctl`. */
export interface Command {
  /** What the user types after `shipctl`, such as `account create --email E`. */
  readonly usage: string;
  /** Names of its options. */
  readonly options: readonly string[];
  /** How many arguments follow its words. */
  readonly positionals: number;
  /** The result that is printed as JSON; an `error` in it makes the call fail. */
  run(args: Arguments, services: Services): Promise<unknown>;
}
