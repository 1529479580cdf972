import { startTestDatabase } from '@parcelyard/testing/start-test-database';
import { type Collection, MongoClient } from 'mongodb';
import type { Judge } from '../judge';
import { compareServers } from '../mongodb/compare-servers';
import { ferretDb } from '../mongodb/ferretdb';
import { mongoJavaServer } from '../mongodb/mongo-java-server';
import type { OtherServer } from '../mongodb/other-server';

const SEED = Number(process.env.PROOFS_SEED ?? Date.now() % 1_000_000);

/**
 * The server at PROOFS_OTHER_MONGODB_URI. It counts as a real MongoDB, so each difference in its answers is a fault.
 */
const NAMED: OtherServer = {
  name: 'PROOFS_OTHER_MONGODB_URI',
  version: '',
  needs: [],
  nestedArrays: true,
  knownFaults: [],
  start: async () => ({ uri: process.env.PROOFS_OTHER_MONGODB_URI as string, stop: async () => {} }),
};

export const mongodbDifferential: readonly Judge[] = [
  judgeOf(ferretDb),
  judgeOf(mongoJavaServer),
  { ...judgeOf(NAMED), needsVariables: ['PROOFS_OTHER_MONGODB_URI'] },
];

function judgeOf(server: OtherServer): Judge {
  return {
    name: `mongodb-differential, ${server.name}`,
    proves: 'Two servers give the same answers to random filters, sorts and updates, or one of them refuses.',
    needs: server.needs,
    async judge(workshop) {
      const running = await server.start(workshop);
      const other = await MongoClient.connect(running.uri);
      const first = await startFirst();
      const places = [first.client, other].map((client) =>
        client.db('proofs_differential').collection('things'),
      ) as [Collection, Collection];
      try {
        const { asked, leftOut, refused, faults } = await compareServers(SEED, places, server);
        const figures = [
          `seed ${SEED}`,
          `${refused[0]} refused by the first`,
          `${refused[1]} by the other`,
          `${leftOut} left out for its ${server.knownFaults.length} known faults`,
        ];
        return { version: server.version || (await versionOf(other)), checked: asked, faults, figures };
      } finally {
        await Promise.all(places.map((place) => place.deleteMany({})));
        await Promise.all([first.close(), other.close()]);
        await running.stop();
      }
    },
  };
}

/** Connects to the server at PROOFS_MONGODB_URI. If this variable is absent, starts the embedded engine. */
async function startFirst(): Promise<{ client: MongoClient; close(): Promise<void> }> {
  const uri = process.env.PROOFS_MONGODB_URI;
  if (!uri) return startTestDatabase();
  const client = await MongoClient.connect(uri);
  return { client, close: () => client.close() };
}

const versionOf = (client: MongoClient): Promise<string> =>
  client
    .db('admin')
    .command({ buildInfo: 1 })
    .then(
      ({ version }) => version,
      () => 'nameless',
    );
