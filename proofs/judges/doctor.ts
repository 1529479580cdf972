import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startNatsCluster } from '@parcelyard/testing/start-nats-cluster';
import { startNatsServer } from '@parcelyard/testing/start-nats-server';
import { withLocalStack } from '@parcelyard/testing/with-local-stack';
import { askDoctor, differences } from '../doctor/ask-doctor';
import { refusedStart } from '../doctor/refused-start';
import { withReplica } from '../doctor/with-replica';
import type { Judge } from '../judge';
import { startServer } from '../mongodb/start-server';
import type { Workshop } from '../workshop';

const SECONDS_AWAY = 90;
const WITH_A_DATABASE = 6;
const WITH_A_BUS = 4;

/** Runs complete stacks, each with one real fault. Nothing is stubbed. */
export const doctor: Judge = {
  name: 'doctor',
  proves:
    'shipctl doctor reports a wrong clock, too few copies of events, a different secret and two deployments, each in a line, and reports no problem of a correct stack.',
  needs: ['faketime', 'nats-server'],
  async judge(workshop) {
    const faults = [
      ...(await clockAway(workshop)),
      ...(await oneCopyInACluster(workshop)),
      ...(await threeCopiesAndSecrets(workshop)),
      ...(await threeCopiesOnOneServer(workshop)),
    ];
    return { version: 'faketime, nats-server', checked: 7, faults };
  },
};

async function clockAway(workshop: Workshop): Promise<string[]> {
  const data = join(workshop.folder, 'ahead');
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data);
  const variables = [
    `EMBEDDED_MONGO_DATA_DIR=${data}`,
    'EMBEDDED_MONGO_HOST=127.0.0.1',
    'EMBEDDED_MONGO_PORT=0',
  ];
  // The program runs with only the variables of `faketime`. If `faketime` itself ran the program, a signal would end
  // `faketime`, but not the program.
  const set = await workshop.run('faketime', ['-f', `+${SECONDS_AWAY}s`, 'env']);
  const ahead = set.split('\n').filter((line) => /^(LD_PRELOAD|FAKETIME)=/.test(line));
  const program = [process.execPath, resolve('dist/embedded-mongo.mjs')];
  const database = await startServer('env', [...variables, ...ahead, ...program], workshop.folder);
  const { uri } = JSON.parse(database.uri) as { uri: string };
  const line =
    /^NOT [\w-]+ database clock this machine's clock is (89|90)\.\d s behind the database's: synchronize both with NTP$/;
  try {
    return await withLocalStack({ MONGODB_URI: `${uri}&directConnection=true` }, async (dataDir) =>
      differences('A database ahead of time', await askDoctor(workshop, dataDir), line, WITH_A_DATABASE),
    );
  } finally {
    await database.stop();
  }
}

async function oneCopyInACluster(workshop: Workshop): Promise<string[]> {
  const cluster = await startNatsCluster();
  const line = /^NOT [\w-]+ event bus 1 copy of each event is too few in a cluster: set NATS_REPLICAS=3$/;
  try {
    return await withLocalStack({ NATS_URL: cluster.url }, async (dataDir) =>
      differences('One copy in a cluster', await askDoctor(workshop, dataDir), line, WITH_A_BUS),
    );
  } finally {
    await cluster.stop();
  }
}

async function threeCopiesAndSecrets(workshop: Workshop): Promise<string[]> {
  const cluster = await startNatsCluster();
  const secret = randomBytes(32).toString('base64');
  const other = randomBytes(32).toString('base64');
  const ours = { GRPC_SHARED_SECRET: secret };
  try {
    return await withLocalStack(
      { ...ours, NATS_URL: cluster.url, NATS_REPLICAS: '3', SPLIT: '1' },
      async (dataDir) => {
        const right = await askDoctor(workshop, dataDir, ours);
        const copies = right.right.filter((line) =>
          / event bus NATS \S+, deployment local-\w{8}, 3 copies of each event$/.test(line),
        );
        const faults = differences('A correct stack', right, /nothing/, 0);
        if (copies.length !== WITH_A_BUS)
          faults.push(`A correct stack: ${copies.length} lines report 3 copies.`);
        const asked = (changed: Readonly<Record<string, string>>) =>
          withReplica(dataDir, changed, (addresses) =>
            askDoctor(workshop, dataDir, { ...ours, ...addresses }),
          );
        const holding = (held: string) => asked({ GRPC_SHARED_SECRET: held });
        const stranger =
          /^NOT orders service the service does not know this caller: give shipctl and the service the same GRPC_SHARED_SECRET$/;
        faults.push(...differences('Another secret', await holding(other), stranger, 1));
        const half = /^NOT orders caller authentication differs from \w+: give both services the same value$/;
        faults.push(...differences('A change half way', await holding(`${secret},${other}`), half, 1));
        // With another deployment name, the replica would publish its events to a stream that no consumer of this
        // deployment reads.
        const apart = /^NOT orders event bus differs from \w+: give both services the same value$/;
        const elsewhere = await asked({ DEPLOYMENT_NAME: 'another' });
        return [...faults, ...differences('Two deployments', elsewhere, apart, 1)];
      },
    );
  } finally {
    await cluster.stop();
  }
}

async function threeCopiesOnOneServer(workshop: Workshop): Promise<string[]> {
  const server = await startNatsServer();
  try {
    const told = /Bad configuration\. NATS_REPLICAS: the servers cannot store 3 copies/;
    return await refusedStart(workshop, { NATS_URL: server.url, NATS_REPLICAS: '3' }, told);
  } finally {
    await server.stop();
  }
}
