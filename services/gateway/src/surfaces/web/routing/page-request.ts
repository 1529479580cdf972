import type { Caller } from '../../../clients/caller';
import type { Owner } from '../../../clients/owner';

/** One checked and parsed request for a page. */
export interface PageRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  /** The values of the `:name` parts of the route's path. */
  readonly params: Readonly<Record<string, string>>;
  /** The fields of the form; empty on GET. */
  readonly form: URLSearchParams;
  /** Value of the hidden `csrf` of a form outside the common frame. */
  csrf(): string;
  readonly requestId: string;
  /** Address of the visitor, behind as many proxies as are trusted. */
  readonly ip: string;
  readonly owner: Owner | undefined;
}

/** A request by an owner who is signed in. */
export interface OwnerPageRequest extends PageRequest {
  readonly owner: Owner;
  /** The caller for the services. */
  readonly caller: Caller;
  /** The session's token, for ending it. */
  readonly sessionToken: string;
}
