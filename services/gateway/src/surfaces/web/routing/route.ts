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

const asVisitor =
  (method: 'GET' | 'POST', access: 'anyone' | 'guest') =>
  (path: string, run: Run<PageRequest>): Route => ({ method, path, access, run });

const asOwner =
  (method: 'GET' | 'POST') =>
  (path: string, run: Run<OwnerPageRequest>): Route => ({ method, path, access: 'owner', run });

export const publicPage = asVisitor('GET', 'anyone');
/** A form for guests and owners. */
export const publicForm = asVisitor('POST', 'anyone');
export const guestPage = asVisitor('GET', 'guest');
export const guestForm = asVisitor('POST', 'guest');
export const ownerPage = asOwner('GET');
export const ownerForm = asOwner('POST');
