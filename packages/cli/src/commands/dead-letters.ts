import { UsageError } from '../arguments';
import type { Command } from '../command';
import type { Services } from '../connect-services';

const EVERY_ACCOUNT = 0;

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
  summary: 'Delivers an event that failed ten times again.',
  parameters: {
    EVENT_ID: 'Id that dead-letters list shows as eventId.',
  },
  services: ['orders', 'shipping', 'customers-email'],
  run: async (args, services) => {
    const eventId = args.positional(0);
    const replayed: string[] = [];
    for (const service of consumers(services)) {
      const { deadLetters } = await service.listDeadLetters({ accountId: EVERY_ACCOUNT });
      for (const letter of deadLetters.filter((candidate) => candidate.eventId === eventId)) {
        await service.replayDeadLetter(letter);
        replayed.push(letter.consumer);
      }
    }
    if (replayed.length === 0) throw new UsageError(`There is no dead letter with the event id ${eventId}.`);
    return { eventId, replayed };
  },
};
