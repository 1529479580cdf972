import type {
  DeadLetterRef,
  Empty,
  ListDeadLettersRequest,
  ListDeadLettersResponse,
} from '@parcelyard/contracts/common';
import type { DeadLetters } from './dead-letters';

/** What a service that consumes events answers its operators; the same RPCs in each. */
export const createDeadLetterHandlers = (deadLetters: Pick<DeadLetters, 'list' | 'replay'>) => ({
  listDeadLetters: async ({ accountId }: ListDeadLettersRequest): Promise<ListDeadLettersResponse> => ({
    deadLetters: await deadLetters.list(accountId === 0 ? {} : { accountId }),
  }),
  replayDeadLetter: async ({ accountId, consumer, eventId }: DeadLetterRef): Promise<Empty> => {
    await deadLetters.replay({ accountId, consumer, eventId });
    return {};
  },
});
