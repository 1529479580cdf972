import type { Caller } from '../../../clients/caller';
import type { Owner } from '../../../clients/owner';

/** One checked and parsed request to a page. */
export interface PageRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  /** The values of the `:name` parts of the route's path. */
  readonly params: Readonly<Record<string, string>>;
  /** The fields of the form; empty on GET. */
  readonly form: URLSearchParams;
  /** Returns the value of the hidden field `csrf`, for a form outside the common frame. */
  csrf(): string;
  readonly requestId: string;
  /** The visitor's address on the network. Trusted proxies report it. */
  readonly ip: string;
  readonly owner: Owner | undefined;
}

export interface OwnerPageRequest extends PageRequest {
  readonly owner: Owner;
  /** The account for which services are called. */
  readonly caller: Caller;
  /** The session's token, needed to end the session. */
  readonly sessionToken: string;
}
