import { startTestDatabase } from '@parcelyard/testing/start-test-database';
import { type Collection, type Document, MongoClient, MongoServerError } from 'mongodb';
import type { Judge } from '../judge';
import { areEqual } from '../mongodb/matches';
import { createRandomCommands } from '../mongodb/random-commands';

const SEED = Number(process.env.PROOFS_SEED ?? Date.now() % 1_000_000);
const ROUNDS = 5_000;
/** Documents are made anew after so many rounds, and after an update that one of both refused. */
const ROUNDS_OF_DOCUMENTS = 25;
const DOCUMENTS = 30;

/** What a server says to a command; undefined when it refuses it. */
type Answer = readonly Document[] | undefined;

export const mongodbDifferential: Judge = {
  name: 'mongodb-differential',
  proves: 'Two servers answer the same random filters, sorts and updates alike, or one of both refuses.',
  needs: [],
  needsVariables: ['PROOFS_OTHER_MONGODB_URI'],
  async judge() {
    const other = await MongoClient.connect(process.env.PROOFS_OTHER_MONGODB_URI as string);
    const uri = process.env.PROOFS_MONGODB_URI;
    const first = uri ? await connected(uri) : await startTestDatabase();
    const places = [first.client, other].map((client) =>
      client.db('proofs_differential').collection('things'),
    );
    try {
      const named = await other
        .db('admin')
        .command({ buildInfo: 1 })
        .catch(() => ({ version: 'nameless' }));
      const { faults, refused } = await compare(places as [Collection, Collection]);
      const figures = [`seed ${SEED}`, `${refused[0]} refused by the first`, `${refused[1]} by the other`];
      return { version: `${named.version} as the other`, checked: ROUNDS, faults, figures };
    } finally {
      await Promise.all(places.map((place) => place.deleteMany({})));
      await Promise.all([first.close(), other.close()]);
    }
  },
};

async function connected(uri: string) {
  const client = await MongoClient.connect(uri);
  return { client, close: () => client.close() };
}

async function compare(places: readonly [Collection, Collection]) {
  const commands = createRandomCommands(SEED);
  const faults: string[] = [];
  const refused: [number, number] = [0, 0];
  let isFresh = false;
  for (let round = 0; round < ROUNDS; round += 1) {
    if (!isFresh || round % ROUNDS_OF_DOCUMENTS === 0) {
      const documents = commands.documents(DOCUMENTS);
      await Promise.all(places.map((place) => fill(place, documents)));
      isFresh = true;
    }
    const filter = commands.filter();
    const isRead = commands.whole(2) === 0;
    const asked = isRead ? { filter, sort: commands.sort() } : { filter, update: commands.update() };
    const run = (place: Collection) => (isRead ? read(place, asked) : change(place, asked));
    const [ours, theirs] = (await Promise.all(places.map(run))) as [Answer, Answer];
    if (ours === undefined) refused[0] += 1;
    if (theirs === undefined) refused[1] += 1;
    if (ours !== undefined && theirs !== undefined && !areEqual(ours, theirs)) {
      faults.push(`${JSON.stringify(asked)}: ${firstDifference(ours, theirs)}`);
      isFresh = false;
    }
    if (!isRead && (ours === undefined || theirs === undefined)) isFresh = false;
  }
  return { faults, refused };
}

async function fill(place: Collection, documents: Document[]): Promise<void> {
  await place.deleteMany({});
  await place.insertMany(documents.map((document) => ({ ...document })));
}

const read = (place: Collection, { filter, sort }: Document): Promise<Answer> =>
  unlessRefused(place.find(filter).sort(sort).limit(20).toArray());

/** One document at a time, so that both servers stop at the same one. */
const change = (place: Collection, { filter, update }: Document): Promise<Answer> =>
  unlessRefused(
    place
      .findOneAndUpdate(filter, update, { sort: { _id: 1 } })
      .then(() => place.find().sort({ _id: 1 }).toArray()),
  );

const unlessRefused = (answer: Promise<Document[]>): Promise<Answer> =>
  answer.catch((error: unknown) => {
    if (error instanceof MongoServerError) return undefined;
    throw error;
  });

function firstDifference(ours: readonly Document[], theirs: readonly Document[]): string {
  const at = [...ours, ...theirs].findIndex(
    (_, index) => !areEqual(slice(ours, index), slice(theirs, index)),
  );
  return `${JSON.stringify(ours[at])} here, ${JSON.stringify(theirs[at])} there`;
}

const slice = (documents: readonly Document[], at: number) => documents.slice(at, at + 1);
