import { setTimeout as pause } from 'node:timers/promises';
import { type Document, MongoClient } from 'mongodb';

export const SET_NAME = 'parcelyard';
/** What a server that has no configuration yet answers when it is asked for it. */
const NOT_YET_INITIALIZED = 94;

/**
 * A mongod by itself knows no transactions, so ours is a replica set of one. At each start it has another port, which
 * the set's configuration must name before it takes writes. Resolves when it does.
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
