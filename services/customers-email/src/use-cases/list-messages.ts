import type { AccountId } from '@parcelyard/service-kit/ids';
import type { MessageStore } from '../ports';

const DEFAULT_SIZE = 25;
const LARGEST_SIZE = 100;

/** What became of the account's messages, newest first. */
export const listMessages =
  ({ messages }: { messages: MessageStore }) =>
  (accountId: AccountId, wanted: { page: number; pageSize: number } | undefined) =>
    messages.list(accountId, {
      page: Math.max(1, wanted?.page ?? 1),
      pageSize: Math.min(LARGEST_SIZE, Math.max(1, wanted?.pageSize || DEFAULT_SIZE)),
    });
