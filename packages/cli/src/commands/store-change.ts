import { UsageError } from '../arguments';
import type { Command } from '../command';

const STATES = { cancel: 'canceled', fulfil: 'shipped', reopen: 'open' } as const;

/**
 * Changes an order of a sandbox store, as people in a real store would. The store reports the change, and an import
 * follows.
 */
export const storeChange: Command = {
  usage: 'store change --account ID --order EXTERNAL_ID [--note TEXT] [--cancel] [--fulfil] [--reopen]',
  summary: 'Changes an order in a sandbox store.',
  parameters: {
    '--account': 'Id of the account.',
    '--order': 'Id of the order in the store.',
    '--note': 'Note of the order.',
    '--cancel': 'Cancels the order.',
    '--fulfil': 'Marks the order as shipped.',
    '--reopen': 'Opens the order again.',
  },
  services: ['orders'],
  run: async (args, services) => {
    const accountId = args.requiredId('account');
    const externalId = args.requiredText('order');
    const given = (['cancel', 'fulfil', 'reopen'] as const).filter((name) => args.flag(name));
    const note = args.text('note');
    if (given.length > 1) throw new UsageError('Only one of --cancel, --fulfil and --reopen is allowed.');
    if (given.length === 0 && note === undefined) {
      throw new UsageError('At least one of --note, --cancel, --fulfil and --reopen is required.');
    }
    const state = given[0] ? STATES[given[0]] : '';
    await services.orders.changeSandboxOrder({ accountId, externalId, state, note });
    return {
      accountId,
      order: externalId,
      ...(note === undefined ? {} : { note }),
      ...(state ? { state } : {}),
    };
  },
};
