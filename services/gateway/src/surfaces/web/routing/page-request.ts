import type { Caller } from '../../../clients/caller';
import type { Member } from '../../../clients/member';

/** One checked and parsed request for a page. */
export interface PageRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  /** The values of the `:name` parts of the route's path. */
  readonly params: Readonly<Record<string, string>>;
  /** The fields of the form; empty on GET. */
  readonly form: URLSearchParams;
  /** Value of the hidden `csrf` in every form of the page. */
  csrf(): string;
  readonly requestId: string;
  /** Address of the visitor, behind as many proxies as are trusted. */
  readonly ip: string;
  readonly member: Member | undefined;
}

/** A request by a signed-in member. */
export interface MemberPageRequest extends PageRequest {
  readonly member: Member;
  /** The caller for the services. */
  readonly caller: Caller;
  /** The session's token, for ending it. */
  readonly sessionToken: string;
}
