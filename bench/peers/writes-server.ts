import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { MongoClient } from 'mongodb';

const WRITES = 12;
/** About as long as the data that a purchase stores. */
const CONTENT = 'x'.repeat(1_000);

interface Work {
  _id: string;
  state: number;
  content: string;
}

/**
 * Answers each request after a document was written and changed eleven times, with one majority write after another.
 */
export async function startWritesServer(port: number, mongoUri: string): Promise<void> {
  const client = await MongoClient.connect(mongoUri, { writeConcern: { w: 'majority', journal: true } });
  const works = client.db('bench_bare').collection<Work>('works');
  const work = async () => {
    const _id = randomUUID();
    await works.insertOne({ _id, state: 1, content: CONTENT });
    for (let state = 1; state < WRITES; state += 1)
      await works.updateOne({ _id, state }, { $set: { state: state + 1 } });
  };
  createServer((_, response) => {
    work().then(
      () => response.end('done'),
      (error) => response.writeHead(500).end(String(error)),
    );
  }).listen(port, '127.0.0.1');
}
