import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BSON, type Document } from 'mongodb';
import type { Operation, UnifiedFile } from './unified-test';

interface OlderFile {
  readonly data: readonly Document[];
  readonly minServerVersion?: string;
  readonly maxServerVersion?: string;
  readonly tests: readonly {
    readonly description: string;
    readonly operation: { readonly name: string; readonly arguments: Document };
    readonly outcome: {
      readonly error?: boolean;
      readonly result?: unknown;
      readonly collection?: { readonly name?: string; readonly data: readonly Document[] };
    };
  }[];
}

const PLACE = { databaseName: 'older-tests', collectionName: 'things' };

/**
 * Reads tests in the format that MongoDB used before the unified format. Each test has one operation. These tests cover
 * more features of updates.
 */
export const readOlderFiles = (folder: string): UnifiedFile[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => unified(name, BSON.EJSON.parse(readFileSync(join(folder, name), 'utf8'))));

function unified(name: string, { data, tests, minServerVersion, maxServerVersion }: OlderFile): UnifiedFile {
  return {
    name,
    runOnRequirements: [
      { ...(minServerVersion && { minServerVersion }), ...(maxServerVersion && { maxServerVersion }) },
    ],
    createEntities: [
      { database: { id: 'database', databaseName: PLACE.databaseName } },
      { collection: { id: 'collection', database: 'database', collectionName: PLACE.collectionName } },
    ],
    initialData: [{ ...PLACE, documents: data }],
    tests: tests.map(({ description, operation, outcome: { error, result, collection } }) => ({
      description,
      operations: [
        {
          ...operationOf(operation.name, operation.arguments),
          ...(error ? { expectError: { isError: true, expectResult: result } } : { expectResult: result }),
        },
      ],
      ...(collection && {
        outcome: [
          {
            ...PLACE,
            ...(collection.name && { collectionName: collection.name }),
            documents: collection.data,
          },
        ],
      }),
    })),
  };
}

function operationOf(name: string, { options, ...given }: Document): Operation {
  const requests = given.requests?.map((one: Document) => ({ [one.name]: one.arguments }));
  return { name, object: 'collection', arguments: { ...given, ...options, ...(requests && { requests }) } };
}
