import { EngineError } from '../engine-error';
import type { TransactionName } from '../transactions';
import type { Command, CommandContext } from './command';

export const commitTransaction: Command = {
  fields: 'recoveryToken',
  inTransactions: true,
  run: (context) => {
    const { j, w } = context.body.writeConcern ?? {};
    return context.engine.transactions.commit(named(context), j !== false && w !== 0);
  },
};

export const abortTransaction: Command = {
  fields: 'recoveryToken',
  inTransactions: true,
  run: (context) => context.engine.transactions.abort(named(context)),
};

function named({ transaction }: CommandContext): TransactionName {
  if (transaction) return transaction;
  throw new EngineError('InvalidOptions', 'The command names no transaction');
}
