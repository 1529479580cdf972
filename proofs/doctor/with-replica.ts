import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@parcelyard/testing/eventually';

interface StackFile {
  readonly services: Readonly<Record<string, { readonly pid: number; readonly grpc?: string }>>;
}

/**
 * Starts a replica of orders next to the stack's own replica. The two have the same environment, except the variables
 * in `changed` and the address.
 * @param work gets the variables with which shipctl calls this replica and the other services of the stack
 */
export async function withReplica<Result>(
  dataDir: string,
  changed: Readonly<Record<string, string>>,
  work: (addresses: Record<string, string>) => Promise<Result>,
): Promise<Result> {
  const { services } = JSON.parse(readFileSync(join(dataDir, 'stack.json'), 'utf8')) as StackFile;
  const own = readFileSync(`/proc/${services.orders?.pid}/environ`, 'utf8').split('\0').filter(Boolean);
  const environment = Object.fromEntries(own.map((line) => line.split(/=(.*)/s).slice(0, 2)));
  const replica = spawn(process.execPath, ['dist/orders.mjs'], {
    env: { ...environment, GRPC_LISTEN: '127.0.0.1:0', ...changed },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(replica, 'exit');
  try {
    const addresses = Object.entries(services).flatMap(([name, { grpc }]) =>
      grpc ? [[`${name.toUpperCase().replaceAll('-', '_')}_ADDRESS`, grpc]] : [],
    );
    return await work({ ...Object.fromEntries(addresses), ORDERS_ADDRESS: await addressOf(replica) });
  } finally {
    replica.kill();
    await ended;
  }
}

async function addressOf(program: ChildProcess): Promise<string> {
  let printed = '';
  program.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  return eventually(() => {
    const line = printed.split('\n').find((text) => text.includes('"ready":true'));
    if (!line) throw new Error('The replica is not ready.');
    return (JSON.parse(line) as { grpc: string }).grpc;
  }, 30_000);
}
