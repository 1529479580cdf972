import { type Document, MongoBulkWriteError, type MongoClient, MongoServerError } from 'mongodb';
import { areEqual, matches } from './matches';
import {
  type CollectionData,
  isMeant,
  type Operation,
  type UnifiedFile,
  type UnifiedTest,
} from './unified-test';

/**
 * The outcome. `refused` means that the server does not support the test: it refused a command that the test expects to
 * succeed, or answered with one of the codes in {@link UNKNOWN} instead of the expected error.
 */
export interface Result {
  readonly outcome: 'passed' | 'refused' | 'wrong' | 'not meant';
  readonly detail?: string;
}

/**
 * The error codes CommandNotFound, InvalidOptions and InvalidNamespace, and the codes for unknown stages and fields. A
 * server that answers with one of them did not run the command, so its behaviour was not tested.
 */
const UNKNOWN: readonly number[] = [59, 72, 73, 40_324, 40_415];

const NOT_MEANT: Result = { outcome: 'not meant' };

/**
 * Runs one test against a standalone server of this version. Three kinds of test are skipped: tests for other servers
 * and topologies, tests of fail points, and tests of commands that a driver refuses before it sends them.
 */
export async function runUnifiedTest(
  client: MongoClient,
  version: string,
  file: UnifiedFile,
  test: UnifiedTest,
): Promise<Result> {
  const { operations } = test;
  if (
    test.skipReason ||
    !isMeant(file.runOnRequirements, version) ||
    !isMeant(test.runOnRequirements, version)
  )
    return NOT_MEANT;
  if (operations.some(({ object, expectError }) => object === 'testRunner' || expectError?.isClientError))
    return NOT_MEANT;
  if (!operations.every(({ name }) => name in CALLS) || isUnacknowledged(file)) return NOT_MEANT;
  for (const data of file.initialData ?? []) await fill(client, data);
  for (const operation of operations) {
    const result = await runOperation(client, file, operation);
    if (result) return result;
  }
  for (const { databaseName, collectionName, documents } of test.outcome ?? []) {
    const found = await client.db(databaseName).collection(collectionName).find().sort({ _id: 1 }).toArray();
    if (!areEqual(documents, found)) return { outcome: 'wrong', detail: `left ${JSON.stringify(found)}` };
  }
  return { outcome: 'passed' };
}

/** Runs one operation. Returns undefined when the answer is as expected. */
async function runOperation(
  client: MongoClient,
  file: UnifiedFile,
  { name, object, arguments: given = {}, expectResult, expectError }: Operation,
): Promise<Result | undefined> {
  const call = CALLS[name] as Call;
  try {
    const answer = await call(targetOf(client, file, object), given);
    if (expectError) return { outcome: 'wrong', detail: `${name} does not fail` };
    if (expectResult === undefined || matches(expectResult, answer)) return undefined;
    return { outcome: 'wrong', detail: `${name} answers ${JSON.stringify(answer)}` };
  } catch (error) {
    if (!(error instanceof MongoServerError)) return NOT_MEANT;
    const { code, message } = error;
    if (!expectError) return { outcome: 'refused', detail: `${code} ${message}` };
    const { errorCode, expectResult: partly } = expectError;
    if (errorCode !== undefined && errorCode !== code) {
      const outcome = UNKNOWN.includes(Number(code)) ? 'refused' : 'wrong';
      return { outcome, detail: `${name} fails with ${code} ${message}` };
    }
    if (partly && error instanceof MongoBulkWriteError && !matches(partly, error.result))
      return { outcome: 'wrong', detail: `before ${name} failed, it did a different part of the work` };
    return undefined;
  }
}

/** Runs an operation of a test. `target` is a collection or a database, depending on the operation. */
// biome-ignore lint/suspicious/noExplicitAny: the driver's own types do not cover what tests send on purpose.
type Call = (target: any, given: Document) => Promise<unknown>;

const CALLS: Readonly<Record<string, Call>> = {
  find: (at, { filter, ...options }) => at.find(filter, options).toArray(),
  findOne: (at, { filter, ...options }) => at.findOne(filter, options),
  aggregate: (at, { pipeline, ...options }) => at.aggregate(pipeline, options).toArray(),
  countDocuments: (at, { filter, ...options }) => at.countDocuments(filter, options),
  estimatedDocumentCount: (at, options) => at.estimatedDocumentCount(options),
  distinct: (at, { fieldName, filter, ...options }) => at.distinct(fieldName, filter, options),
  insertOne: (at, { document, ...options }) => at.insertOne(document, options),
  insertMany: (at, { documents, ...options }) => at.insertMany(documents, options),
  updateOne: (at, { filter, update, ...options }) => at.updateOne(filter, update, options),
  updateMany: (at, { filter, update, ...options }) => at.updateMany(filter, update, options),
  replaceOne: (at, { filter, replacement, ...options }) => at.replaceOne(filter, replacement, options),
  deleteOne: (at, { filter, ...options }) => at.deleteOne(filter, options),
  deleteMany: (at, { filter, ...options }) => at.deleteMany(filter, options),
  findOneAndDelete: (at, { filter, ...options }) => at.findOneAndDelete(filter, options),
  findOneAndUpdate: (at, { filter, update, ...options }) =>
    at.findOneAndUpdate(filter, update, returning(options)),
  findOneAndReplace: (at, { filter, replacement, ...options }) =>
    at.findOneAndReplace(filter, replacement, returning(options)),
  bulkWrite: (at, { requests, ...options }) => at.bulkWrite(requests, options),
};

const returning = ({ returnDocument, ...options }: Document): Document =>
  returnDocument === undefined ? options : { ...options, returnDocument: returnDocument.toLowerCase() };

function targetOf(client: MongoClient, { createEntities = [] }: UnifiedFile, id: string) {
  const entity = (kind: string, name: unknown) =>
    createEntities.map((one) => one[kind]).find((one) => one?.id === name);
  const collection = entity('collection', id);
  const database = client.db(entity('database', collection?.database ?? id)?.databaseName);
  return collection ? database.collection(collection.collectionName) : database;
}

const isUnacknowledged = ({ createEntities = [] }: UnifiedFile): boolean =>
  createEntities.some(({ collection }) => collection?.collectionOptions?.writeConcern?.w === 0);

async function fill(client: MongoClient, { databaseName, collectionName, documents }: CollectionData) {
  const collection = client.db(databaseName).collection(collectionName);
  await collection.deleteMany({});
  if (documents.length > 0) await collection.insertMany([...documents]);
}
