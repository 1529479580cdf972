import type { Document } from 'bson';
import { encode } from '../bson-values';
import { EngineError } from '../engine-error';
import { compileProjection } from '../query/projection';
import type { Row } from '../query/walk-plan';
import { compileUpdate } from '../update/apply-update';
import { valueReply } from '../wire/replies';
import { type Command, documentField, namespaceOf } from './command';
import { firstMatch, insertFromUpdate, removeRow, updateRow } from './update';
import { runWrite } from './write-command';

export const findAndModify: Command = {
  fields: 'query sort remove update new fields upsert arrayFilters bypassDocumentValidation',
  inTransactions: true,
  run: (context) => {
    const namespace = namespaceOf(context);
    const { engine, body } = context;
    const filter = documentField(body, 'query');
    const shape = compileProjection(documentField(body, 'fields'));
    if (body.remove && (body.update !== undefined || body.upsert || body.new))
      throw new EngineError('FailedToParse', "Cannot specify 'remove' with 'update', 'upsert' or 'new'");
    if (!body.remove && body.update === undefined)
      throw new EngineError('FailedToParse', 'Either an update or remove=true must be specified');
    const change = body.remove ? undefined : compileUpdate(body.update, body.arrayFilters);
    const answer = (lastErrorObject: Document, row: Row | undefined) => {
      if (!row) return { lastErrorObject, value: null, ok: 1 };
      return valueReply(lastErrorObject, shape ? encode(shape(row.document)) : row.raw);
    };
    return runWrite(context, () => {
      const row = firstMatch(engine, namespace, filter, documentField(body, 'sort'));
      if (!change) {
        if (row) removeRow(engine, namespace, row);
        return answer({ n: row ? 1 : 0 }, row);
      }
      if (row) {
        const after = updateRow(engine, namespace, row, change);
        return answer({ n: 1, updatedExisting: true }, body.new ? after : row);
      }
      if (!body.upsert) return answer({ n: 0, updatedExisting: false }, undefined);
      const made = insertFromUpdate(engine, namespace, filter, change);
      const lastErrorObject = { n: 1, updatedExisting: false, upserted: made.document._id };
      return answer(lastErrorObject, body.new ? made : undefined);
    });
  },
};
