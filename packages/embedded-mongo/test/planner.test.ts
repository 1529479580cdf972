import { rm } from 'node:fs/promises';
import type { Document } from 'bson';
import fc from 'fast-check';
import { encode } from '../src/bson-values';
import { buildIndexes } from '../src/commands/indexes';
import { Engine } from '../src/engine';
import type { EngineError } from '../src/engine-error';
import { planQuery } from '../src/query/plan';
import { parseSort, sortKeyMaker } from '../src/query/sort';
import { countByKeys } from '../src/query/walk-plan';
import { temporaryDirectory } from './test-server';

let engine: Engine;
let directory: string;

beforeEach(async () => {
  directory = await temporaryDirectory();
  engine = new Engine({ dataDir: directory, fsync: false, now: () => new Date() });
});

afterEach(async () => {
  await engine.storage.close();
  await rm(directory, { recursive: true });
});

// Few values, so that filters hit, ties are common, and types mix.
const leaf = fc.constantFrom<unknown>(null, 0, 1, 2, 2.5, -1, 'a', 'b', '', true, new Date(0), Number.NaN);
const long = fc.constantFrom('x'.repeat(980), `${'x'.repeat(1200)}y`, `${'x'.repeat(1200)}z`);
const field = fc.oneof(
  { weight: 8, arbitrary: leaf },
  { weight: 1, arbitrary: fc.array(leaf, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.record({ c: leaf }, { requiredKeys: [] }) },
  { weight: 1, arbitrary: long },
);
const scalarField = fc.oneof(
  { weight: 8, arbitrary: leaf },
  { weight: 1, arbitrary: fc.record({ c: leaf }) },
);
const documentOf = (value: fc.Arbitrary<unknown>) =>
  fc.record({ a: value, b: value, d: value }, { requiredKeys: [] });
const documents = fc.oneof(
  fc.array(documentOf(scalarField), { maxLength: 25 }),
  fc.array(documentOf(field), { maxLength: 25 }),
);
const path = fc.constantFrom('a', 'b', 'd', 'a.c', '_id');
const direction = fc.constantFrom(1, -1);
const keys = fc
  .uniqueArray(fc.tuple(path, direction), { minLength: 1, maxLength: 3, selector: ([name]) => name })
  .map((pairs) => Object.fromEntries(pairs));
const partial = fc.constantFrom<Document>(
  { a: { $exists: true } },
  { b: { $gt: 0 } },
  { d: 'a' },
  { a: { $in: [1, 2] } },
  { b: { $lte: 2 } },
);
const index: fc.Arbitrary<[Document, Document]> = fc.tuple(
  keys,
  fc.oneof(
    fc.constant({}),
    fc.constant({ sparse: true }),
    partial.map((partialFilterExpression) => ({ partialFilterExpression })),
  ),
);
const operand = fc.oneof(
  { weight: 6, arbitrary: leaf },
  { weight: 1, arbitrary: fc.record({ c: leaf }) },
  { weight: 1, arbitrary: fc.array(leaf, { maxLength: 2 }) },
  { weight: 1, arbitrary: long },
);
const condition = fc.oneof(
  { weight: 3, arbitrary: operand as fc.Arbitrary<unknown> },
  fc
    .tuple(fc.constantFrom('$gt', '$gte', '$lt', '$lte', '$ne', '$eq'), operand)
    .map(([name, value]) => ({ [name]: value })),
  fc
    .tuple(fc.constantFrom('$gt', '$gte'), leaf, fc.constantFrom('$lt', '$lte'), leaf)
    .map(([low, from, high, to]) => ({ [low]: from, [high]: to })),
  fc
    .tuple(fc.constantFrom('$in', '$nin'), fc.array(operand, { maxLength: 4 }))
    .map(([name, values]) => ({ [name]: values })),
  fc.boolean().map(($exists) => ({ $exists })),
);
const conjunction = fc.dictionary(path, condition, { maxKeys: 3, noNullPrototype: true });
const filter = fc.oneof(
  { weight: 4, arbitrary: conjunction as fc.Arbitrary<Document> },
  fc.tuple(conjunction, conjunction).map(([x, y]) => ({ $and: [x, y] })),
  fc.tuple(conjunction, conjunction, conjunction).map(([x, y, z]) => ({ ...x, $or: [y, z] })),
);
const sort = fc.oneof(fc.constant({}), keys);

function fill(namespace: string, all: Document[], indexes: [Document, Document][]): boolean {
  try {
    engine.storage.write(() => {
      const collection = engine.catalog.getOrCreate(namespace);
      const half = all.length >> 1;
      const insert = (document: Document) => engine.documents.insert(collection, document, encode(document));
      all.slice(0, half).forEach(insert);
      const specs = indexes.map(([key, options], i) => ({ key, name: `i${i}`, ...options }));
      buildIndexes(engine, collection, specs);
      all.slice(half).forEach(insert);
    }, false);
    return true;
  } catch (error) {
    if ((error as EngineError).codeName === 'CannotIndexParallelArrays') return false;
    throw error;
  }
}

/** Indexes of which no two have the same keys and filter, which the engine refuses. */
const indexes = (most: number) =>
  fc.uniqueArray(index, {
    maxLength: most,
    selector: ([key, { partialFilterExpression }]) => JSON.stringify([key, partialFilterExpression]),
  });

test('a query finds the same documents in the same order through any index as without one', () => {
  let run = 0;
  let throughIndex = 0;
  fc.assert(
    fc.property(
      documents,
      indexes(4),
      fc.array(fc.tuple(filter, sort), { minLength: 1, maxLength: 5 }),
      (bodies, specs, queries) => {
        const all = bodies.map((body, i) => ({ _id: i % 2 ? i : `s${i}`, ...body }) as Document);
        const namespace = `test.c${++run}`;
        const plain = `test.plain${run}`;
        if (!fill(namespace, all, specs)) return;
        fill(plain, all, []);
        for (const [query, order] of queries) {
          const wanted = parseSort(order);
          const found = [...engine.find(namespace, query, wanted)].map((row) => row.document);
          const scanned = [...engine.find(plain, query, wanted)].map((row) => row.document);
          const ids = (list: Document[]) => list.map((one) => String(one._id)).sort();
          expect(ids(found)).toEqual(ids(scanned));
          const keyOf = sortKeyMaker(wanted);
          expect(found.map((one) => keyOf(one).toString('hex'))).toEqual(
            scanned.map((one) => keyOf(one).toString('hex')),
          );
          const collection = engine.existing(namespace);
          const plan = planQuery(collection, query, []);
          if (plan.index) throughIndex++;
          expect(countByKeys(engine.storage, collection, plan) ?? found.length).toBe(found.length);
        }
      },
    ),
    { numRuns: 600 },
  );
  expect(throughIndex).toBeGreaterThan(200);
});

test('index entries follow updates and deletions', () => {
  let run = 0;
  fc.assert(
    fc.property(
      fc.array(documentOf(field), { minLength: 1, maxLength: 8 }),
      indexes(3),
      fc.array(fc.tuple(fc.nat(), fc.option(documentOf(field))), { maxLength: 10 }),
      (bodies, specs, changes) => {
        const all = new Map<number, Document>(bodies.map((body, i) => [i, { _id: i, ...body }]));
        const namespace = `test.u${++run}`;
        if (!fill(namespace, [...all.values()], specs)) return;
        const collection = engine.existing(namespace);
        for (const [at, body] of changes) {
          const id = [...all.keys()][at % Math.max(1, all.size)];
          if (id === undefined) break;
          const [row] = engine.find(namespace, { _id: id });
          const after = body && { _id: id, ...body };
          try {
            engine.storage.write(() => {
              if (after)
                engine.documents.replace(collection, row!.idKey, row!.document, after, encode(after));
              else engine.documents.remove(collection, row!.idKey, row!.document);
            }, false);
          } catch (error) {
            if ((error as EngineError).codeName === 'CannotIndexParallelArrays') continue;
            throw error;
          }
          if (after) all.set(id, after);
          else all.delete(id);
        }
        // Rebuilt from nothing, every index must hold the very same keys.
        const fresh = `test.f${run}`;
        if (!fill(fresh, [...all.values()], specs)) throw new Error('the documents were indexed before');
        const keysIn = (name: string) =>
          engine
            .existing(name)
            .indexes.map(({ space }) =>
              engine.storage
                .range(space, Buffer.concat([space, Buffer.from([0xff])]), false, 10_000)
                .map(({ key }) => key.subarray(4).toString('hex')),
            );
        expect(keysIn(namespace)).toEqual(keysIn(fresh));
      },
    ),
    { numRuns: 300 },
  );
});
