import { ObjectId } from 'bson';
import type { Command } from './command';

const VERSION = '7.0.0';
const LIMITS = {
  maxBsonObjectSize: 16 * 1024 * 1024,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
};

/** The address under which clients reach this server, and the replica set it presents itself as, if any. */
export interface Identity {
  address: string;
  replicaSet: string | undefined;
}

/** `hello`: wire versions up to MongoDB 7.0; no `topologyVersion`, which would make drivers expect a stream of answers. */
export function helloCommand({ address, replicaSet }: Identity): Command {
  const electionId = new ObjectId('7fffffff0000000000000001');
  const self = { hosts: [address], primary: address, me: address, secondary: false };
  const member = replicaSet && { setName: replicaSet, ...self, setVersion: 1, electionId };
  return {
    fields: '*',
    run: ({ body }) => ({
      ...member,
      ...('hello' in body ? { isWritablePrimary: true } : { ismaster: true }),
      ...LIMITS,
      helloOk: true,
      localTime: new Date(),
      logicalSessionTimeoutMinutes: 30,
      connectionId: 1,
      minWireVersion: 0,
      maxWireVersion: 21,
      readOnly: false,
      ok: 1,
    }),
  };
}

const ok: Command = { fields: '', run: () => ({ ok: 1 }) };
const version = { version: VERSION, versionArray: [7, 0, 0, 0] };

export const informationCommands: Record<string, Command> = {
  ping: ok,
  endSessions: ok,
  buildInfo: { fields: '', run: () => ({ ...version, ...LIMITS, modules: [], bits: 64, ok: 1 }) },
  serverStatus: {
    fields: '',
    run: () => {
      const uptime = process.uptime();
      const mem = { resident: Math.round(process.memoryUsage.rss() / 2 ** 20) };
      return {
        ...version,
        process: 'embedded-mongo',
        pid: process.pid,
        uptime,
        localTime: new Date(),
        mem,
        ok: 1,
      };
    },
  },
  connectionStatus: {
    fields: 'showPrivileges',
    run: () => ({ authInfo: { authenticatedUsers: [], authenticatedUserRoles: [] }, ok: 1 }),
  },
};
