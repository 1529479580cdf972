import { sliced } from '../aggregate/run-stages';
import { EngineError } from '../engine-error';
import { encodeKey } from '../keys/value-key';
import { walkPath } from '../query/walk-path';
import { countByKeys } from '../query/walk-plan';
import { type Command, documentField, namespaceOf, numberField } from './command';

export const count: Command = {
  fields: 'query limit skip',
  run: (context) => {
    const { engine, body } = context;
    const namespace = namespaceOf(context);
    const filter = documentField(body, 'query');
    const skip = numberField(body, 'skip', 0);
    const limit = Math.abs(numberField(body, 'limit', 0)) || Number.POSITIVE_INFINITY;
    const collection = engine.catalog.get(namespace);
    if (!collection) return { n: 0, ok: 1 };
    const plan = engine.plan(collection, filter);
    const byKeys = countByKeys(engine.storage, collection, plan);
    if (byKeys !== undefined) return { n: Math.min(Math.max(0, byKeys - skip), limit), ok: 1 };
    let n = 0;
    for (const _row of sliced(engine.rows(collection, plan, []), skip, limit)) n++;
    return { n, ok: 1 };
  },
};

export const distinct: Command = {
  fields: 'key query',
  run: (context) => {
    const { engine, body } = context;
    const namespace = namespaceOf(context);
    if (typeof body.key !== 'string' || body.key === '')
      throw new EngineError('TypeMismatch', "BSON field 'distinct.key' must be a string");
    const path = body.key.split('.');
    const values = new Map<string, unknown>();
    const add = (value: unknown) => values.set(encodeKey([value]).toString('latin1'), value);
    for (const row of engine.find(namespace, documentField(body, 'query')))
      walkPath(row.document, path, (value) => {
        if (Array.isArray(value)) for (const element of value) add(element);
        else if (value !== undefined) add(value);
        return false;
      });
    const sorted = [...values].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
    return { values: sorted, ok: 1 };
  },
};
