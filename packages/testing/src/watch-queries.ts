import { connectMongo, type MongoConnection } from '@parcelyard/service-kit/mongo/connect-mongo';
import { type CommandStartedEvent, type Document, MongoClient } from 'mongodb';
import type { TestDatabase } from './start-test-database';

export interface WatchedQueries {
  /** Give it to the service under test instead of the database's own connection. */
  readonly mongo: MongoConnection;
  /** Explains each kind of query that was sent: how many there are, and those that walk no index. */
  explain(): Promise<{ kinds: number; unindexed: string[] }>;
  close(): Promise<void>;
}

/** Watches what a service asks of its database, to hold it to "every query walks an index". */
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
      const unindexed: string[] = [];
      for (const query of seen.values()) {
        const plan = await plain.db.command({ explain: query, verbosity: 'queryPlanner' });
        const stages = stagesOf(plan);
        if (stages.includes('COLLSCAN') || !stages.some((stage) => INDEXED.test(stage))) {
          unindexed.push(JSON.stringify({ query, stages }));
        }
      }
      return { kinds: seen.size, unindexed };
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

/** What can be explained of a command: itself, or each statement of an update or a delete. */
function queriesIn(command: Document): Document[] {
  const [kind = ''] = Object.keys(command);
  const bare = Object.fromEntries(Object.entries(command).filter(([key]) => !TRANSPORT.test(key)));
  if (READS.includes(kind)) return [bare];
  const list = kind === 'update' ? 'updates' : kind === 'delete' ? 'deletes' : undefined;
  return list ? (command[list] as Document[]).map((one) => ({ [kind]: command[kind], [list]: [one] })) : [];
}

/** What is asked, whatever the values. */
const shapeOf = (query: Document): string =>
  JSON.stringify(query, (_, value: unknown) => (typeof value === 'object' ? value : typeof value));

function stagesOf(plan: unknown): string[] {
  if (Array.isArray(plan)) return plan.flatMap(stagesOf);
  if (typeof plan !== 'object' || plan === null) return [];
  const own = 'stage' in plan && typeof plan.stage === 'string' ? [plan.stage] : [];
  return [...own, ...Object.values(plan).flatMap(stagesOf)];
}
