import { MongoServerError } from 'mongodb';

/** The first number of the oldest MongoDB that all of the product runs on. */
export const OLDEST_VERSION = 7;
const UNAUTHORIZED = 13;

/** What an operator does about something that a server refused, or did otherwise than it was told. */
export const remedyOf = (error: Error): string =>
  error instanceof MongoServerError && error.code === UNAUTHORIZED
    ? "give its user readWrite on the service's database"
    : `use MongoDB ${OLDEST_VERSION}.0 or newer, as a replica set`;

/** A server that answers, and is not what the services need; asking it again changes nothing. */
export class UnusableServer extends Error {
  override readonly name = 'UnusableServer';

  constructor(cause: Error) {
    super(`Bad configuration. MONGODB_URI: ${cause.message}: ${remedyOf(cause)}`, { cause });
  }
}
