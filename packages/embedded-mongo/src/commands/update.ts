import type { Document } from 'bson';
import type { Engine } from '../engine';
import { EngineError } from '../engine-error';
import { parseSort } from '../query/sort';
import { compileUpdate, isReplacement } from '../update/apply-update';
import { firstMatch, insertFromUpdate, refuseOptions, updateRow } from './apply-to-match';
import { type Command, documentField, namespaceOf } from './command';
import { runStatements, runWrite, statementsOf, withErrors } from './write-command';

const STATEMENT = 'q u multi upsert arrayFilters sort';

export const update: Command = {
  fields: 'updates ordered bypassDocumentValidation',
  run: (context) => {
    const namespace = namespaceOf(context);
    const statements = statementsOf(context, 'updates');
    for (const statement of statements) refuseOptions(statement, STATEMENT, 'update.updates');
    return runWrite(context, () => {
      const counts = { n: 0, nModified: 0 };
      const upserted: Document[] = [];
      const errors = runStatements(statements, context.body.ordered !== false, (statement, index) => {
        const done = runUpdateStatement(context.engine, namespace, statement);
        counts.n += done.n;
        counts.nModified += done.nModified;
        if (done.upserted) upserted.push({ index, ...done.upserted });
      });
      const reply = { ...counts, ...(upserted.length > 0 && { upserted }), ok: 1 };
      return withErrors(reply, errors);
    });
  },
};

/** What one statement did; `upserted` names the document that it inserted. */
interface Updated {
  n: number;
  nModified: number;
  upserted?: { _id: unknown };
}

/** Runs `{q, u, multi, upsert, arrayFilters, sort}`, only inside a write. */
export function runUpdateStatement(engine: Engine, namespace: string, statement: Document): Updated {
  const filter = documentField(statement, 'q');
  const change = compileUpdate(statement.u, statement.arrayFilters);
  if (statement.multi && isReplacement(statement.u))
    throw new EngineError('FailedToParse', 'multi update is not supported for replacement-style update');
  // All matches are known before the first write: a write that moves a document in an index must not meet it again.
  const first = statement.multi
    ? undefined
    : firstMatch(engine, namespace, filter, parseSort(statement.sort));
  const rows = statement.multi ? [...engine.find(namespace, filter)] : first ? [first] : [];
  if (rows.length === 0 && statement.upsert) {
    const { document } = insertFromUpdate(engine, namespace, filter, change);
    return { n: 1, nModified: 0, upserted: { _id: document._id } };
  }
  const changed = rows.filter((row) => updateRow(engine, namespace, row, filter, change) !== row);
  return { n: rows.length, nModified: changed.length };
}
