import { createHash } from 'node:crypto';
import type { KeyRing } from '@parcelyard/service-kit/key-ring';
import { createTextSealer, openIfReadable } from '@parcelyard/service-kit/text-sealer';
import type { Caller } from '../../../../clients/caller';
import { isObject } from '../request-meta';

/** The call that waits. Its state can be decrypted only for the same call. */
export interface WaitingCall {
  readonly caller: Caller;
  readonly tool: string;
  readonly args: unknown;
}

/** What a client sends back, unchanged, while its call waits for the owner's approval. */
export interface RequestState {
  readonly approvalId: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** How often the call was answered with "call again" after its user opened the page; 0 before that. */
  readonly waits: number;
}

export interface RequestStates {
  seal(state: RequestState, call: WaitingCall): string;
  /**
   * Returns undefined when the text was changed or invented, is from another call, or was encrypted with a key that was
   * removed.
   */
  open(text: string, call: WaitingCall): RequestState | undefined;
}

/**
 * Encrypts and decrypts states in the form `<key name>.<encrypted state>`. The client keeps the state, so any gateway
 * can continue the call.
 */
export function createRequestStates(keys: KeyRing): RequestStates {
  const sealer = createTextSealer(keys);
  return {
    seal: (state, call) => {
      const { kid, sealed } = sealer.seal(JSON.stringify(state), boundTo(call));
      return `${kid}.${sealed.toString('base64url')}`;
    },
    open: (text, call) => {
      const dot = text.indexOf('.');
      const sealed = Buffer.from(text.slice(dot + 1), 'base64url');
      // When Node decodes base64url, it ignores wrong characters. So the decoded bytes are encoded again and compared
      // with the text.
      if (dot < 0 || sealed.toString('base64url') !== text.slice(dot + 1)) return undefined;
      const opened = openIfReadable(sealer, { kid: text.slice(0, dot), sealed }, boundTo(call));
      return opened === undefined ? undefined : (JSON.parse(opened) as RequestState);
    },
  };
}

const boundTo = ({ caller, tool, args }: WaitingCall): string =>
  `mcp-approval:${caller.accountId}:${caller.connectionKind}:${tool}:${digestOf(args)}`;

const digestOf = (args: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(args, inOrder) ?? '')
    .digest('base64url');

/** Sorts the members of objects, because a repeated call may have them in another order. */
const inOrder = (_key: string, value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
