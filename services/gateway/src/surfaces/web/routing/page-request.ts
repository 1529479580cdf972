import type { Caller } from '../../../clients/caller';
import type { Member } from '../../../clients/member';

/** One request for a page, checked and taken apart. */
export interface PageRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  /** The values of `:name` parts of the route's path. */
  readonly params: Readonly<Record<string, string>>;
  /** What a form sent; empty on GET. */
  readonly form: URLSearchParams;
  /** For the hidden `csrf` of every form on the page. */
  csrf(): string;
  readonly requestId: string;
  /** Address of the visitor, proxies seen through as far as they are trusted. */
  readonly ip: string;
  readonly member: Member | undefined;
}

/** A request of somebody who is signed in. */
export interface MemberPageRequest extends PageRequest {
  readonly member: Member;
  /** On whose behalf services are called. */
  readonly caller: Caller;
  /** The session's own text, for ending it. */
  readonly sessionToken: string;
}
