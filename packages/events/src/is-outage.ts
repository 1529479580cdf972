import { DomainError, type ErrorCode } from '@parcelyard/service-kit/domain-error';
import { MongoError, MongoServerError } from 'mongodb';

const AWAY: readonly ErrorCode[] = ['unavailable', 'deadline_exceeded'];

/** What a driver says of errors of servers that step down, shut down or come up. */
const PASSING = ['RetryableWriteError', 'TransientTransactionError', 'SystemOverloadedError'];

/** Whether a handler failed because something that it leans on was out of reach: no fault of the event. */
export function isOutage(error: unknown): boolean {
  if (error instanceof DomainError && AWAY.includes(error.code)) return true;
  // An answer of the server is about the statement; everything else of the driver is about the way to the server.
  if (error instanceof MongoServerError && PASSING.some((label) => error.hasErrorLabel(label))) return true;
  if (error instanceof MongoError && !(error instanceof MongoServerError)) return true;
  return error instanceof Error && error.cause !== undefined && isOutage(error.cause);
}
