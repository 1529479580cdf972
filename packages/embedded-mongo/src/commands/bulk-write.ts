import { type Document, Long } from 'bson';
import { decode } from '../bson-values';
import { EngineError } from '../engine-error';
import { refuseOptions } from './apply-to-match';
import type { Command, CommandContext } from './command';
import { runUpdateStatement } from './update';
import { runStatements, runWrite, statementsOf } from './write-command';

const OPERATION = 'update filter updateMods multi upsert arrayFilters sort';

/** MongoDB 8's `bulkWrite`, for updates: many statements in one message, with an answer for each. */
export const bulkWrite: Command = {
  fields: 'ops nsInfo ordered errorsOnly bypassDocumentValidation',
  run: (context) => {
    if (context.database !== 'admin')
      throw new EngineError('IllegalOperation', 'bulkWrite may only be run against the admin database.');
    const operations = statementsOf(context, 'ops');
    const namespaces = namespacesOf(context);
    const namespaceAt = (place: unknown) => {
      const namespace = namespaces[Number(place)];
      if (namespace === undefined)
        throw new EngineError('BadValue', 'BulkWrite ops entry has an invalid nsInfo index.');
      return namespace;
    };
    for (const operation of operations) {
      refuseOptions(operation, OPERATION, 'bulkWrite.ops');
      namespaceAt(operation.update);
    }
    return runWrite(context, () => {
      const answers: Document[] = [];
      const totals = { nErrors: 0, nInserted: 0, nMatched: 0, nModified: 0, nUpserted: 0, nDeleted: 0 };
      const errors = runStatements(operations, context.body.ordered !== false, (operation, idx) => {
        const { filter, updateMods, update, ...options } = operation;
        const statement = { ...options, q: filter, u: updateMods };
        const { n, nModified, upserted } = runUpdateStatement(context.engine, namespaceAt(update), statement);
        totals.nMatched += upserted ? 0 : n;
        totals.nModified += nModified;
        totals.nUpserted += upserted ? 1 : 0;
        answers.push({ ok: 1, idx, n, nModified, ...(upserted && { upserted }) });
      });
      totals.nErrors = errors.length;
      const failed = errors.map(({ index, ...error }) => ({ ok: 0, idx: index, ...error, n: 0 }));
      const told = context.body.errorsOnly ? failed : [...answers, ...failed];
      const firstBatch = told.sort((a, b) => a.idx - b.idx);
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
