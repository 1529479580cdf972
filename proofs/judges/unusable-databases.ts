import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { refusedStart } from '../doctor/refused-start';
import type { Judge } from '../judge';
import { ferretDb } from '../mongodb/ferretdb';
import { mongoJavaServer } from '../mongodb/mongo-java-server';
import type { OtherServer } from '../mongodb/other-server';
import { startServer } from '../mongodb/start-server';

const MAIN = `
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;

public class Old {
  public static void main(String[] args) {
    System.out.println(new MongoServer(new MemoryBackend()).bindAndGetConnectionString());
  }
}
`;

/** A server with an old version of MongoDB's protocol, which today's database clients do not use. */
const oldProtocol: OtherServer = {
  ...mongoJavaServer,
  name: `${mongoJavaServer.name}, an old protocol`,
  async start(workshop) {
    const fetched = await mongoJavaServer.start(workshop);
    await fetched.stop();
    writeFileSync(join(workshop.folder, 'Old.java'), MAIN);
    return startServer('java', ['-cp', 'lib/*', 'Old.java'], workshop.folder);
  },
};

/**
 * Judges a database that is not a MongoDB. The product must refuse to start, with a message that names the variable and
 * the remedy.
 */
const judgeOf = (server: OtherServer): Judge => ({
  name: `start on ${server.name}`,
  proves:
    'If the product cannot run on a database, its start fails with a message that names the variable, what the database lacks and what to do.',
  needs: server.needs,
  async judge(workshop) {
    const running = await server.start(workshop);
    try {
      const told = /Bad configuration\. MONGODB_URI: .+: use MongoDB 7\.0 or newer/;
      const faults = [
        ...(await refusedStart(workshop, { MONGODB_URI: running.uri }, told)),
        ...(await refusedStart(workshop, { MONGODB_URI: running.uri, SPLIT: '1' }, told)),
      ];
      return { version: server.version, checked: 2, faults };
    } finally {
      await running.stop();
    }
  },
});

export const unusableDatabases: readonly Judge[] = [
  judgeOf(ferretDb),
  judgeOf(mongoJavaServer),
  judgeOf(oldProtocol),
];
