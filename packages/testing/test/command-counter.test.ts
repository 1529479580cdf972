import { MongoClient } from 'mongodb';
import { startTestDatabase, type TestDatabase } from '../src/start-test-database';
import { type CommandCounter, startCommandCounter } from '../src/wire/start-command-counter';

let database: TestDatabase;
let counter: CommandCounter;
beforeAll(async () => {
  database = await startTestDatabase();
  counter = await startCommandCounter(database.uri);
});
afterAll(async () => {
  await counter.stop();
  await database.close();
});

/** Commands of the connection itself, which the MongoDB driver's monitoring leaves out. */
const OF_THE_CONNECTION = ['hello', 'ismaster', 'endSessions'];

it('the counter has exactly the commands that the driver reports, each with its time', async () => {
  const client = new MongoClient(counter.uri, { monitorCommands: true });
  const sent: string[] = [];
  const id = (name: string, collection: unknown) => `${name} ${collection ?? ''}`;
  client.on('commandStarted', ({ commandName, command }) => {
    if (OF_THE_CONNECTION.includes(commandName)) return;
    const target = commandName === 'getMore' ? command.collection : command[commandName];
    const [bulk] = commandName === 'bulkWrite' ? command.nsInfo : [];
    sent.push(id(commandName, bulk ? bulk.ns.replace(`${database.name}.`, '') : target));
  });
  const db = client.db(database.name);
  const things = db.collection<{ _id: number; kind?: string; at?: Date }>('things');
  await things.insertMany(Array.from({ length: 250 }, (_, _id) => ({ _id, kind: 'a', at: new Date() })));
  await things.find({}, { batchSize: 50 }).toArray();
  await things.findOne({ _id: 4_711 });
  await things.findOneAndUpdate({ _id: 4_711 }, { $set: { kind: 'b' } });
  await things.updateOne({ _id: 4_711 }, { $set: { kind: 'b' } });
  await Promise.all([
    things.updateOne({ _id: 1 }, { $set: { kind: 'b' } }),
    things.findOneAndUpdate({ _id: 2 }, { $set: { kind: 'b' } }),
    things.deleteMany({ _id: { $in: [3, 4] } }),
    things.countDocuments({ kind: 'a' }),
    things.bulkWrite([{ insertOne: { document: { _id: 900 } } }, { deleteOne: { filter: { _id: 5 } } }]),
    client.bulkWrite([
      ...[6, 7].map((number) => ({
        namespace: `${database.name}.others`,
        name: 'updateOne' as const,
        filter: { number },
        update: { $set: { kind: 'b' } },
      })),
    ]),
  ]);
  await client.close();

  const own = counter.seen.filter(({ name }) => !OF_THE_CONNECTION.includes(name));
  expect(own.map(({ name, collection }) => id(name, collection)).toSorted()).toEqual(sent.toSorted());
  expect(own.map(({ kind }) => kind)).toEqual(
    own.map(({ name }) => (/^(find|getMore|aggregate)$/.test(name) ? 'read' : 'write')),
  );
  expect(own.every(({ begunAt, endedAt = 0 }) => endedAt > begunAt)).toBe(true);
  expect(own.every((command) => command.database === database.name)).toBe(true);
  const foundNothing = own.filter(({ found }) => !found).map(({ name }) => name);
  expect(foundNothing).toEqual(['getMore', 'find', 'findAndModify', 'update', 'bulkWrite']);
  expect(own.find(({ name }) => name === 'update')?.shape).toBe(`${database.name}.things update _id`);
});
