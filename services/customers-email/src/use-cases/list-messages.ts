import type { AccountId } from '@parcelyard/service-kit/ids';
import { clampPage, type Page } from '@parcelyard/service-kit/page';
import type { MessageStore } from '../ports';

/** What became of the account's messages, newest first. */
export const listMessages =
  ({ messages }: { messages: MessageStore }) =>
  (accountId: AccountId, wanted: Page | undefined) =>
    messages.list(accountId, clampPage(wanted));
