import { EngineError } from '../engine-error';
import { firstMatch, refuseOptions } from './apply-to-match';
import { type Command, documentField, namespaceOf, numberField } from './command';
import { runStatements, runWrite, statementsOf, withErrors } from './write-command';

export const remove: Command = {
  fields: 'deletes ordered',
  run: (context) => {
    const namespace = namespaceOf(context);
    const { engine, body } = context;
    const statements = statementsOf(context, 'deletes');
    for (const statement of statements) refuseOptions(statement, 'q limit', 'delete.deletes');
    return runWrite(context, () => {
      let n = 0;
      const errors = runStatements(statements, body.ordered !== false, (statement) => {
        const filter = documentField(statement, 'q');
        const limit = numberField(statement, 'limit', 0);
        if (limit !== 0 && limit !== 1)
          throw new EngineError('FailedToParse', `The limit of a delete must be 0 or 1`);
        const first = limit === 1 ? firstMatch(engine, namespace, filter) : undefined;
        const rows = limit === 1 ? (first ? [first] : []) : [...engine.find(namespace, filter)];
        for (const row of rows) engine.documents.remove(engine.existing(namespace), row.idKey, row.document);
        n += rows.length;
      });
      return withErrors({ n, ok: 1 }, errors);
    });
  },
};
