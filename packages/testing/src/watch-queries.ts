import { connectMongo, type MongoConnection } from '@parcelyard/service-kit/mongo/connect-mongo';
import { type CommandStartedEvent, type Document, MongoClient } from 'mongodb';
import type { TestDatabase } from './start-test-database';

export interface WatchedQueries {
  /** The connection for the service under test, to be used instead of the database's own connection. */
  readonly mongo: MongoConnection;
  /** Runs `explain` once for each kind of query that was sent. */
  explain(): Promise<ExplainedQuery[]>;
  close(): Promise<void>;
}

export interface ExplainedQuery {
  query: string;
  /** Whether the query walks an index, and never the whole collection. */
  indexed: boolean;
  /** True if the database sorts in memory, because no index has the sort order. */
  sortsInMemory: boolean;
  /**
   * Number of documents that were read but not returned. A high number means that the index fits the query only in
   * part.
   */
  wasted: number;
}

/** Watches a service's queries, to check that every query walks an index. */
export async function watchQueries(database: TestDatabase): Promise<WatchedQueries> {
  const client = new MongoClient(database.uri, { monitorCommands: true, ignoreUndefined: true });
  const seen = new Map<string, Document>();
  client.on('commandStarted', ({ command, databaseName }: CommandStartedEvent) => {
    if (databaseName !== database.name) return;
    for (const query of queriesIn(command)) seen.set(shapeOf(query), query);
  });
  await client.connect();
  const plain = await connectMongo({ uri: database.uri, database: database.name });
  return {
    mongo: { ...plain, client, db: client.db(database.name) },
    explain: async () => {
      const explained: ExplainedQuery[] = [];
      for (const query of seen.values()) {
        const plan = await plain.db.command({ explain: query, verbosity: 'executionStats' });
        const stages = valuesOf(plan, 'stage').map(String);
        const [examined = 0] = valuesOf(plan, 'totalDocsExamined').map(Number);
        const [returned = 0] = valuesOf(plan, 'nReturned').map(Number);
        explained.push({
          query: JSON.stringify(query),
          indexed: !stages.includes('COLLSCAN') && stages.some((stage) => INDEXED.test(stage)),
          sortsInMemory: stages.includes('SORT'),
          wasted: Math.max(0, examined - returned),
        });
      }
      return explained;
    },
    close: async () => {
      await client.close();
      await plain.close();
    },
  };
}

const INDEXED = /^(IXSCAN|IDHACK|EXPRESS|COUNT_SCAN|DISTINCT_SCAN)/;
const READS = ['find', 'aggregate', 'count', 'distinct', 'findAndModify'];
const TRANSPORT = /^(lsid|txnNumber|stmtId|\$|writeConcern|ordered|bypass)/;

/**
 * Returns the parts of a command that can be explained: the command itself, or each statement of an update or delete.
 */
function queriesIn(command: Document): Document[] {
  const [kind = ''] = Object.keys(command);
  const bare = Object.fromEntries(Object.entries(command).filter(([key]) => !TRANSPORT.test(key)));
  if (READS.includes(kind)) return [bare];
  const list = kind === 'update' ? 'updates' : kind === 'delete' ? 'deletes' : undefined;
  return list ? (command[list] as Document[]).map((one) => ({ [kind]: command[kind], [list]: [one] })) : [];
}

const shapeOf = (query: Document): string =>
  JSON.stringify(query, (_, value: unknown) => (typeof value === 'object' ? value : typeof value));

function valuesOf(plan: unknown, key: string): unknown[] {
  if (Array.isArray(plan)) return plan.flatMap((one) => valuesOf(one, key));
  if (typeof plan !== 'object' || plan === null) return [];
  return Object.entries(plan).flatMap(([name, value]) =>
    name === key && typeof value !== 'object' ? [value] : valuesOf(value, key),
  );
}
