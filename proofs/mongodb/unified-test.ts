import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BSON, type Document } from 'mongodb';

/** The parts of MongoDB's unified test format that tests of reads and writes use. */
export interface UnifiedFile {
  readonly name: string;
  readonly runOnRequirements?: readonly Requirement[];
  readonly createEntities?: readonly Readonly<Record<string, Document>>[];
  readonly initialData?: readonly CollectionData[];
  readonly tests: readonly UnifiedTest[];
}

export interface UnifiedTest {
  readonly description: string;
  readonly skipReason?: string;
  readonly runOnRequirements?: readonly Requirement[];
  readonly operations: readonly Operation[];
  readonly outcome?: readonly CollectionData[];
}

export interface Requirement {
  readonly minServerVersion?: string;
  readonly maxServerVersion?: string;
  readonly topologies?: readonly string[];
}

export interface CollectionData {
  readonly collectionName: string;
  readonly databaseName: string;
  readonly documents: readonly Document[];
}

export interface Operation {
  readonly name: string;
  readonly object: string;
  readonly arguments?: Document;
  readonly expectResult?: unknown;
  readonly expectError?: Document;
}

export const readUnifiedFiles = (folder: string): UnifiedFile[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({ ...BSON.EJSON.parse(readFileSync(join(folder, name), 'utf8')), name }));

/**
 * Returns whether a test with these requirements may run against a standalone server of this version. The server must
 * meet at least one of the requirements, if there are any.
 */
export function isMeant(requirements: readonly Requirement[] | undefined, version: string): boolean {
  if (!requirements) return true;
  return requirements.some(
    ({ minServerVersion = '0', maxServerVersion = '999', topologies = ['single'] }) =>
      topologies.includes('single') &&
      compare(minServerVersion, version) <= 0 &&
      compare(version, maxServerVersion) <= 0,
  );
}

function compare(one: string, other: string): number {
  const [left, right] = [one.split('.').map(Number), other.split('.').map(Number)];
  // Only the first two numbers are compared: a maximum of 4.2.99 means every version of 4.2, and 8 means 8.0.
  const [a, b] = [0, 1].map((at) => (left[at] ?? 0) - (right[at] ?? 0));
  return a || b || 0;
}
