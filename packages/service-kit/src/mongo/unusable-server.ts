import { MongoServerError } from 'mongodb';

/** The oldest major version of MongoDB on which the whole product runs. */
export const OLDEST_VERSION = 7;
const UNAUTHORIZED = 13;

/** Returns a sentence about what an operator can do, after a server refused a command or gave a wrong result. */
export const remedyOf = (error: Error): string =>
  error instanceof MongoServerError && error.code === UNAUTHORIZED
    ? "give its user readWrite on the service's database"
    : `use MongoDB ${OLDEST_VERSION}.0 or newer, as a replica set`;

/** Thrown for a server that answers but lacks what the services need. A retry does not help. */
export class UnusableServer extends Error {
  override readonly name = 'UnusableServer';

  constructor(cause: Error) {
    super(`Bad configuration. MONGODB_URI: ${cause.message}: ${remedyOf(cause)}`, { cause });
  }
}
