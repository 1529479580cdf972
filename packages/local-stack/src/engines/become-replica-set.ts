import { setTimeout as pause } from 'node:timers/promises';
import { type Document, MongoClient } from 'mongodb';

export const SET_NAME = 'parcelyard';
/** The server's error code when its configuration is requested but does not exist yet. */
const NOT_YET_INITIALIZED = 94;

/**
 * Makes a mongod a replica set of one member, because a single mongod has no transactions. The port changes at each
 * start, and the set's configuration must contain the current port before the server accepts writes. Resolves when the
 * server accepts writes.
 */
export async function becomeReplicaSet(uri: string, host: string): Promise<void> {
  const client = await MongoClient.connect(uri);
  const run = (command: Document) => client.db('admin').command(command);
  try {
    const known = await run({ replSetGetConfig: 1 }).catch((error: { code?: number }) => {
      if (error.code !== NOT_YET_INITIALIZED) throw error;
    });
    const [member] = known?.config.members ?? [];
    if (!known) await run({ replSetInitiate: { _id: SET_NAME, members: [{ _id: 0, host }] } });
    else if (member.host !== host) {
      const { config } = known;
      const moved = { ...config, version: config.version + 1, members: [{ ...member, host }] };
      await run({ replSetReconfig: moved, force: true });
    }
    while (!(await run({ hello: 1 })).isWritablePrimary) await pause(50);
  } finally {
    await client.close();
  }
}
