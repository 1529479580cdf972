import type { Page } from '../routing/answer';
import { errorPage } from './error-page';

/** Says nothing about whether the address has an account: it is counted either way. */
export function throttledPage(retryAfterSeconds: number): Page {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return errorPage(
    429,
    'Too many failed sign-ins',
    `Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`,
    { 'retry-after': String(retryAfterSeconds) },
  );
}
