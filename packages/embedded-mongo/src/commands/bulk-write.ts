import { type Document, Long } from 'bson';
import { decode } from '../bson-values';
import { EngineError } from '../engine-error';
import type { Command, CommandContext } from './command';
import { runUpdateStatement } from './update';
import { runStatements, runWrite, statementsOf } from './write-command';

/** MongoDB 8's `bulkWrite`, only for updates: many statements in one message, with a result for each. */
export const bulkWrite: Command = {
  fields: 'ops nsInfo ordered errorsOnly bypassDocumentValidation',
  inTransactions: true,
  run: (context) => {
    if (context.database !== 'admin')
      throw new EngineError('IllegalOperation', 'bulkWrite may only be run against the admin database.');
    const operations = statementsOf(context, 'ops', 'update filter updateMods multi upsert arrayFilters');
    const namespaces = namespacesOf(context);
    if (operations.some(({ update }) => namespaces[Number(update)] === undefined))
      throw new EngineError('BadValue', 'BulkWrite ops entry has an invalid nsInfo index.');
    return runWrite(context, () => {
      const answers: Document[] = [];
      const totals = { nErrors: 0, nInserted: 0, nMatched: 0, nModified: 0, nUpserted: 0, nDeleted: 0 };
      const errors = runStatements(operations, context.body.ordered !== false, (operation, idx) => {
        const { filter, updateMods, update, ...options } = operation;
        const statement = { ...options, q: filter, u: updateMods };
        const done = runUpdateStatement(context.engine, namespaces[Number(update)]!, statement);
        const { n, nModified, upserted } = done;
        totals.nMatched += upserted ? 0 : n;
        totals.nModified += nModified;
        totals.nUpserted += upserted ? 1 : 0;
        answers.push({ ok: 1, idx, n, nModified, ...(upserted && { upserted }) });
      });
      totals.nErrors = errors.length;
      const failed = errors.map(({ index, ...error }) => ({ ok: 0, idx: index, ...error, n: 0 }));
      const results = context.body.errorsOnly ? failed : [...answers, ...failed];
      const firstBatch = results.sort((a, b) => a.idx - b.idx);
      return { cursor: { id: Long.ZERO, firstBatch, ns: 'admin.$cmd.bulkWrite' }, ...totals, ok: 1 };
    });
  },
};

function namespacesOf({ body, sequences }: CommandContext): string[] {
  const entries: unknown = sequences.get('nsInfo')?.map(decode) ?? body.nsInfo;
  if (!Array.isArray(entries) || entries.some((entry) => typeof entry?.ns !== 'string'))
    throw new EngineError(
      'TypeMismatch',
      "BSON field 'bulkWrite.nsInfo' must be an array of {ns: 'database.collection'}",
    );
  return entries.map(({ ns }) => ns);
}
