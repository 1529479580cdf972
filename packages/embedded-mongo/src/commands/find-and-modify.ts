import { compileProjection } from '../aggregate/projection';
import { EngineError } from '../engine-error';
import { parseSort } from '../query/sort';
import { compileUpdate } from '../update/apply-update';
import { firstMatch, insertFromUpdate, updateRow } from './apply-to-match';
import { type Command, documentField, namespaceOf } from './command';
import { runWrite } from './write-command';

export const findAndModify: Command = {
  fields: [
    'query',
    'sort',
    'remove',
    'update',
    'new',
    'fields',
    'upsert',
    'arrayFilters',
    'bypassDocumentValidation',
    'hint',
  ],
  run: (context) => {
    const namespace = namespaceOf(context);
    const { engine, body } = context;
    const filter = documentField(body, 'query');
    const sort = parseSort(documentField(body, 'sort'));
    const shape = body.fields ? compileProjection(documentField(body, 'fields')) : undefined;
    if (body.remove && (body.update !== undefined || body.upsert || body.new))
      throw new EngineError('FailedToParse', "Cannot specify 'remove' with 'update', 'upsert' or 'new'");
    if (!body.remove && body.update === undefined)
      throw new EngineError('FailedToParse', 'Either an update or remove=true must be specified');
    const change = body.remove ? undefined : compileUpdate(body.update, body.arrayFilters);
    return runWrite(context, () => {
      const row = firstMatch(engine, namespace, filter, sort);
      let value = row && !body.new ? row.document : null;
      if (!change) {
        if (row) engine.documents.remove(engine.existing(namespace), row.idKey, row.document);
        return { lastErrorObject: { n: row ? 1 : 0 }, value: value && shape ? shape(value) : value, ok: 1 };
      }
      const lastErrorObject: Record<string, unknown> = { n: row ? 1 : 0, updatedExisting: row !== undefined };
      if (row) {
        const { after } = updateRow(engine, namespace, row, filter, change);
        if (body.new) value = after;
      } else if (body.upsert) {
        const made = insertFromUpdate(engine, namespace, filter, change);
        lastErrorObject.n = 1;
        lastErrorObject.upserted = made._id;
        if (body.new) value = made;
      }
      return { lastErrorObject, value: value && shape ? shape(value) : value, ok: 1 };
    });
  },
};
