import type { Answer } from './answer';
import type { OwnerPageRequest, PageRequest } from './page-request';

type Run<V> = (request: V) => Answer | Promise<Answer>;

interface Common {
  readonly method: 'GET' | 'POST';
  /** Such as `/orders/:orderId`. */
  readonly path: string;
}

/**
 * One address of the web application. A POST runs only with a valid `csrf`. An owner's route needs a live session;
 * other visitors are sent to sign in. A guest's route needs none; owners are sent home.
 */
export type Route = Common &
  (
    | { readonly access: 'anyone' | 'guest'; readonly run: Run<PageRequest> }
    | { readonly access: 'owner'; readonly run: Run<OwnerPageRequest> }
  );

export const publicPage = (path: string, run: Run<PageRequest>): Route => ({
  method: 'GET',
  path,
  access: 'anyone',
  run,
});
/** A form for guests and owners. */
export const publicForm = (path: string, run: Run<PageRequest>): Route => ({
  method: 'POST',
  path,
  access: 'anyone',
  run,
});
export const guestPage = (path: string, run: Run<PageRequest>): Route => ({
  method: 'GET',
  path,
  access: 'guest',
  run,
});
export const guestForm = (path: string, run: Run<PageRequest>): Route => ({
  method: 'POST',
  path,
  access: 'guest',
  run,
});
export const ownerPage = (path: string, run: Run<OwnerPageRequest>): Route => ({
  method: 'GET',
  path,
  access: 'owner',
  run,
});
export const ownerForm = (path: string, run: Run<OwnerPageRequest>): Route => ({
  method: 'POST',
  path,
  access: 'owner',
  run,
});
