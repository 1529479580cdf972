import type { DeadLetter } from '@parcelyard/contracts/common';
import { UsageError } from '../arguments';
import type { Command } from '../command';
import type { Services } from '../connect-services';
import { messageOf } from '../message-of';

const EVERY_ACCOUNT = 0;
const EVERY_EVENT = 'all';

/** The services that consume events. Each has its own dead letters. */
const consumers = (services: Services) => [services.orders, services.shipping, services.customers];

export const deadLettersList: Command = {
  usage: 'dead-letters list [--account ID]',
  summary: 'Lists events that failed ten times: the newest 100 of each service.',
  parameters: {
    '--account': 'Id of the account; all accounts when absent.',
  },
  services: ['orders', 'shipping', 'customers-email'],
  run: async (args, services) => {
    const accountId = args.id('account') ?? EVERY_ACCOUNT;
    const lists = await Promise.all(
      consumers(services).map((service) => service.listDeadLetters({ accountId })),
    );
    return { deadLetters: lists.flatMap(({ deadLetters }) => deadLetters) };
  },
};

export const deadLettersReplay: Command = {
  usage: 'dead-letters replay EVENT_ID',
  summary: 'Delivers an event that failed ten times again, or all such events.',
  parameters: {
    EVENT_ID: 'Id that dead-letters list shows as eventId; `all` for every event.',
  },
  services: ['orders', 'shipping', 'customers-email'],
  run: async (args, services) => {
    const eventId = args.positional(0);
    const failed: { eventId: string; consumer: string; error: string }[] = [];
    let replayed = 0;
    for (const service of consumers(services)) {
      for await (const letter of allLetters(service)) {
        if (eventId !== EVERY_EVENT && eventId !== letter.eventId) continue;
        try {
          await service.replayDeadLetter(letter);
          replayed += 1;
        } catch (error) {
          failed.push({ eventId: letter.eventId, consumer: letter.consumer, error: messageOf(error) });
        }
      }
    }
    const found = replayed + failed.length;
    if (found === 0 && eventId !== EVERY_EVENT)
      throw new UsageError(`There is no dead letter with the event id ${eventId}.`);
    if (failed.length === 0) return { replayed, failed };
    return { replayed, failed, error: `${failed.length} of ${found} events could not be delivered.` };
  },
};

/** Reads all dead letters of a service, oldest first. */
async function* allLetters(service: ReturnType<typeof consumers>[number]): AsyncIterable<DeadLetter> {
  let after = '';
  do {
    const { deadLetters, nextAfter } = await service.listDeadLetters({ accountId: EVERY_ACCOUNT, after });
    yield* deadLetters;
    after = nextAfter;
  } while (after !== '');
}
