import { type Collection, type Document, MongoServerError } from 'mongodb';
import { areEqual } from './matches';
import type { OtherServer, Question } from './other-server';
import { createRandomCommands } from './random-commands';

const ROUNDS = 5_000;
/** New documents are created after this many rounds, and after an update that only one server refused. */
const ROUNDS_OF_DOCUMENTS = 25;
const DOCUMENTS = 30;

/** A server's answer to a command; undefined when the server refuses it. */
type Answer = readonly Document[] | undefined;

export interface Comparison {
  readonly asked: number;
  /** Number of questions that were not sent, because a known fault of the other server affects their answers. */
  readonly leftOut: number;
  readonly refused: readonly [first: number, other: number];
  readonly faults: readonly string[];
}

export async function compareServers(
  seed: number,
  places: readonly [first: Collection, other: Collection],
  { nestedArrays, knownFaults }: Pick<OtherServer, 'nestedArrays' | 'knownFaults'>,
): Promise<Comparison> {
  const commands = createRandomCommands(seed, { nestedArrays });
  const faults: string[] = [];
  const refused: [number, number] = [0, 0];
  let leftOut = 0;
  let documents: Document[] | undefined;
  for (let round = 0; round < ROUNDS; round += 1) {
    if (!documents || round % ROUNDS_OF_DOCUMENTS === 0) {
      const made = commands.documents(DOCUMENTS);
      await Promise.all(places.map((place) => fill(place, made)));
      documents = made;
    }
    const question = commands.question();
    const asOfNow = documents;
    if (knownFaults.some((fault) => fault.concerns(question, asOfNow))) {
      leftOut += 1;
      continue;
    }
    const [ours, theirs] = (await Promise.all(places.map((place) => ask(place, question)))) as [
      Answer,
      Answer,
    ];
    if (ours === undefined) refused[0] += 1;
    if (theirs === undefined) refused[1] += 1;
    const areBoth = ours !== undefined && theirs !== undefined;
    if (areBoth && !areEqual(ours, theirs))
      faults.push(`${JSON.stringify(question)}: ${firstDifference(ours, theirs)}`);
    // The answer to a change is the list of all documents after the change. These documents are used for the next
    // questions.
    if ('update' in question) documents = areBoth && areEqual(ours, theirs) ? [...ours] : undefined;
  }
  return { asked: ROUNDS - leftOut, leftOut, refused, faults };
}

async function fill(place: Collection, documents: Document[]): Promise<void> {
  await place.deleteMany({});
  await place.insertMany(documents.map((document) => ({ ...document })));
}

const ask = (place: Collection, question: Question): Promise<Answer> =>
  'sort' in question ? read(place, question) : change(place, question);

const read = (place: Collection, { filter, sort }: Extract<Question, { sort: Document }>): Promise<Answer> =>
  unlessRefused(place.find(filter).sort(sort).limit(20).toArray());

/**
 * Changes only the first matching document. If several documents could be changed, an error could stop the two servers
 * at different documents.
 */
const change = (
  place: Collection,
  { filter, update }: Exclude<Question, { sort: Document }>,
): Promise<Answer> =>
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
