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

// Only a few values are used, so that filters match, ties are common, and types mix.
const leaf = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<unknown>(0, 1, 2, 3) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(null, 2.5, 'a', 'b', '', '\0', true, new Date(0), Number.NaN),
  },
);
const long = fc.constantFrom('x'.repeat(980), `${'x'.repeat(1200)}y`, `${'x'.repeat(1200)}z`);
const object = fc.record({ c: leaf }, { requiredKeys: [] });
const scalar = fc.oneof(
  { weight: 8, arbitrary: leaf },
  { weight: 1, arbitrary: object },
  { weight: 1, arbitrary: long },
);
const list = fc.array(fc.oneof(leaf, object), { maxLength: 3 });
// Only one field has arrays, because an index over two arrays would be refused.
const documentOf = (a: fc.Arbitrary<unknown>) => fc.record({ a, b: scalar, d: scalar }, { requiredKeys: [] });
const anyDocument = documentOf(fc.oneof({ weight: 2, arbitrary: scalar }, { weight: 1, arbitrary: list }));
const documents = fc.oneof(
  fc.array(documentOf(scalar), { maxLength: 30 }),
  fc.array(anyDocument, { maxLength: 30 }),
);
const path = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('a', 'b') },
  { weight: 1, arbitrary: fc.constantFrom('d', 'a.c', '_id') },
);
const direction = fc.constantFrom(1, -1);
const keys = fc
  .uniqueArray(fc.tuple(path, direction), { minLength: 1, maxLength: 3, selector: ([name]) => name })
  .map((pairs) => Object.fromEntries(pairs));
const partial = fc.constantFrom<Document>(
  { a: { $exists: true } },
  { b: { $gt: 0 } },
  { d: 'a' },
  { b: { $lte: 2 } },
);
const index: fc.Arbitrary<[Document, Document]> = fc.tuple(
  keys,
  fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
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
    .tuple(fc.constantFrom('$gt', '$gte', '$lt', '$lte', '$ne'), operand)
    .map(([name, value]) => ({ [name]: value })),
  fc
    .tuple(fc.constantFrom('$gt', '$gte'), leaf, fc.constantFrom('$lt', '$lte'), leaf)
    .map(([low, from, high, to]) => ({ [low]: from, [high]: to })),
  fc
    .tuple(fc.constantFrom('$in', '$nin'), fc.array(operand, { maxLength: 4 }))
    .map(([name, values]) => ({ [name]: values })),
  fc
    .tuple(fc.constantFrom('$gt', '$gte'), leaf, fc.constantFrom('$lt', '$lte'), leaf)
    .map(([low, from, high, to]) => ({ $elemMatch: { [low]: from, [high]: to } })),
  fc.boolean().map(($exists) => ({ $exists })),
);
const conjunction = fc.dictionary(path, condition, { minKeys: 1, maxKeys: 3, noNullPrototype: true });
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

/** The indexes have different keys and filters, because the engine refuses two equal indexes. */
const indexes = (most: number) =>
  fc.uniqueArray(index, {
    maxLength: most,
    selector: ([key, { partialFilterExpression }]) => JSON.stringify([key, partialFilterExpression]),
  });

let run = 0;

/**
 * Fails when a query has different answers with and without the indexes. Returns the number of queries that used an
 * index.
 */
function expectSameAnswers(
  bodies: Document[],
  specs: [Document, Document][],
  queries: [Document, Document][],
): number {
  const all = bodies.map((body, i) => ({ _id: i % 2 ? i : `s${i}`, ...body }) as Document);
  const namespace = `test.c${++run}`;
  const plain = `test.plain${run}`;
  if (!fill(namespace, all, specs)) return 0;
  fill(plain, all, []);
  let throughIndex = 0;
  for (const [query, order] of queries) {
    const wanted = parseSort(order);
    const found = [...engine.find(namespace, query, wanted)].map((row) => row.document);
    const scanned = [...engine.find(plain, query, wanted)].map((row) => row.document);
    const ids = (list: Document[]) => list.map((one) => String(one._id)).sort();
    expect(ids(found)).toEqual(ids(scanned));
    const keyOf = sortKeyMaker(wanted);
    const inOrder = (list: Document[]) => list.map((one) => keyOf(one).toString('hex'));
    expect(inOrder(found)).toEqual(inOrder(scanned));
    const collection = engine.existing(namespace);
    if (planQuery(collection, query, wanted).index) throughIndex++;
    const counted = countByKeys(engine.storage, collection, planQuery(collection, query, []));
    expect(counted ?? found.length).toBe(found.length);
  }
  return throughIndex;
}

test('a query finds the same documents in the same order with any index and without one', () => {
  let throughIndex = 0;
  const queries = fc.array(fc.tuple(filter, sort), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(documents, indexes(4), queries, (bodies, specs, wanted) => {
      throughIndex += expectSameAnswers(bodies, specs, wanted);
    }),
    { numRuns: 300 },
  );
  expect(throughIndex).toBeGreaterThan(300);
});

test('several values before the sorted field keep the order of the index, in both directions', () => {
  const number = fc.nat(3);
  const bodiesWith = (b: fc.Arbitrary<unknown>) =>
    fc.array(fc.record({ a: number, b, d: number }), { minLength: 5, maxLength: 30 });
  // Some runs have no long values, because an index in which a value was cut does not give the sort order.
  const bodies = fc.oneof(bodiesWith(number), bodiesWith(fc.oneof(number, long)));
  const compound = fc
    .tuple(direction, direction, direction)
    .map(([a, b, d]): [Document, Document] => [{ a, b, d }, {}]);
  const points = fc.uniqueArray(number, { minLength: 1, maxLength: 3 }).map((values) => ({ $in: values }));
  const prefix = fc.oneof(
    fc.record({ a: points }),
    fc.record({ a: points, b: points }),
    fc.record({ a: number, b: points }),
    fc.record({ a: points, b: number.map(($gte) => ({ $gte })) }),
  );
  const orders = fc.oneof(
    fc.tuple(direction, direction).map(([a, b]) => ({ a, b })),
    fc.oneof(fc.record({ a: direction }), fc.record({ b: direction }), fc.record({ d: direction })),
  );
  fc.assert(
    fc.property(
      bodies,
      compound,
      fc.array(fc.tuple(prefix, orders), { minLength: 8, maxLength: 12 }),
      (all, spec, queries) => {
        expect(expectSameAnswers(all, [spec], queries)).toBe(queries.length);
      },
    ),
    { numRuns: 100 },
  );
});

test('an array is found once by any of its elements, also by different elements for the two ends of a range', () => {
  const number = fc.nat(5);
  const lists = fc.array(
    fc.record({ a: fc.array(fc.oneof(number, fc.record({ c: number })), { maxLength: 4 }), b: number }),
    {
      minLength: 5,
      maxLength: 20,
    },
  );
  const ranges = fc
    .tuple(fc.constantFrom('a', 'a.c'), number, number)
    .map(([name, $gte, $lte]) => ({ [name]: { $gte, $lte } }));
  const points = fc
    .tuple(fc.constantFrom('a', 'a.c'), fc.array(number, { maxLength: 3 }))
    .map(([name, $in]) => ({ [name]: { $in } }));
  const specs: [Document, Document][] = [
    [{ a: 1 }, {}],
    [{ 'a.c': -1, b: 1 }, {}],
  ];
  const queries = fc.array(
    fc.tuple(fc.oneof(ranges, points), fc.constantFrom<Document>({}, { a: 1 }, { b: -1 })),
    { minLength: 10, maxLength: 10 },
  );
  fc.assert(
    fc.property(lists, queries, (all, wanted) => {
      expect(expectSameAnswers(all, specs, wanted)).toBeGreaterThan(0);
    }),
    { numRuns: 60 },
  );
});

test('a sparse or partial index never hides a document, for any filter and query', () => {
  const numbers = [0, 1, 2];
  const operators = ['$gt', '$gte', '$lt', '$lte', '$ne'];
  const bodies = [...numbers, 0.5, 1.5, null, 'x'].map((a) => ({ a }));
  const conditions = [
    ...operators.flatMap((operator) => numbers.map((operand) => ({ [operator]: operand }))),
    { $exists: true },
    { $exists: false },
    { $in: [0, 1] },
    { $in: [1, null] },
    { $nin: [0] },
    { $gte: 'w' },
  ];
  const queries = conditions.flatMap((a): [Document, Document][] => [
    [{ a }, {}],
    [{ a }, { a: -1 }],
  ]);
  // Filters that createIndexes accepts.
  const partials = [
    ...operators.slice(0, 4).flatMap((operator) => numbers.map((operand) => ({ [operator]: operand }))),
    ...numbers,
    { $exists: true },
    { $gte: 'w' },
  ].map((a) => ({ partialFilterExpression: { a } }));
  for (const options of [{ sparse: true }, ...partials])
    expectSameAnswers([...bodies, {}], [[{ a: 1 }, options]], [...queries, [{}, { a: 1 }]]);
});

test('index entries are updated after updates and deletions', () => {
  fc.assert(
    fc.property(
      fc.array(anyDocument, { minLength: 1, maxLength: 8 }),
      indexes(3),
      fc.array(fc.tuple(fc.nat(), fc.option(anyDocument)), { maxLength: 10 }),
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
        // An index that is built again from the documents must have exactly the same keys.
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
