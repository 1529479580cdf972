import type { Answer } from './answer';
import type { OwnerPageRequest, PageRequest } from './page-request';

type Run<V> = (request: V) => Answer | Promise<Answer>;

interface Common {
  readonly method: 'GET' | 'POST';
  /** For example `/orders/:orderId`. */
  readonly path: string;
}

/**
 * One URL of the web application. A POST needs a valid `csrf`. An owner's route needs a session; other visitors are
 * sent to the sign-in page. A guest's route is for visitors without a session; owners are sent away from it.
 */
export type Route = Common &
  (
    | { readonly access: 'anyone' | 'guest'; readonly run: Run<PageRequest> }
    | {
        readonly access: 'owner';
        readonly run: Run<OwnerPageRequest>;
        /** Answers a form of an ended session, if it repeats a form that ended this session. */
        readonly repeat?: Repeat | undefined;
      }
  );

type Repeat = (request: PageRequest) => Promise<Answer | undefined>;

const asVisitor =
  (method: 'GET' | 'POST', access: 'anyone' | 'guest') =>
  (path: string, run: Run<PageRequest>): Route => ({ method, path, access, run });

const asOwner =
  (method: 'GET' | 'POST') =>
  (path: string, run: Run<OwnerPageRequest>, repeat?: Repeat): Route => ({
    method,
    path,
    access: 'owner',
    run,
    repeat,
  });

export const publicPage = asVisitor('GET', 'anyone');
/** Creates a form for both guests and owners. */
export const publicForm = asVisitor('POST', 'anyone');
export const guestPage = asVisitor('GET', 'guest');
export const guestForm = asVisitor('POST', 'guest');
export const ownerPage = asOwner('GET');
export const ownerForm = asOwner('POST');
