import { startCluster } from '../e2e/support/start-cluster';
import type { RunningProgram } from '../e2e/support/start-program';
import { type Fixture, makeFixture } from './fixture';
import type { Row, Table } from './report';

interface Options {
  orders: number;
  tokens: number;
  /** Measures each case at this address and adds its rows under this name. */
  measureAll(server: string, url: string, fixture: Fixture): Promise<Table[]>;
}

export interface Scaling {
  readonly tables: readonly Table[];
  /** Megabytes that a process holds after the load, the larger of replicas: program → with one each → with two. */
  readonly memory: ReadonlyMap<string, readonly number[]>;
}

/** One and then two processes of everything behind a balancer, on the same cores. */
export async function measureScaling({ orders, tokens, measureAll }: Options): Promise<Scaling> {
  const tables = new Map<string, Row[]>();
  const memory = new Map<string, number[]>();
  for (const each of [1, 2]) {
    const cluster = await startCluster({ gateways: each, each, plain: true });
    try {
      const { AUTH_ADDRESS, BILLING_ADDRESS, ORDERS_ADDRESS } = cluster.operator;
      const at = { auth: AUTH_ADDRESS as string, billing: BILLING_ADDRESS as string };
      const fixture = await makeFixture(
        { ...at, orders: ORDERS_ADDRESS as string, mongoUri: cluster.mongoUri },
        orders,
        tokens,
      );
      const name = each === 1 ? 'one process each' : `${each} processes each`;
      for (const { title, rows } of await measureAll(name, cluster.mcpUrl, fixture))
        tables.set(title, [...(tables.get(title) ?? []), ...rows]);
      for (const program of cluster.programs) {
        const held = memory.get(program.name) ?? [];
        held[each - 1] = Math.max(held[each - 1] ?? 0, await megabytesOf(program));
        memory.set(program.name, held);
      }
    } finally {
      await cluster.remove();
    }
  }
  return { tables: [...tables].map(([title, rows]) => ({ title, rows })), memory };
}

/** Resident memory, as the program itself tells it on its admin port. */
async function megabytesOf(program: RunningProgram): Promise<number> {
  const text = await (await fetch(`http://${program.ready().admin}/metrics`)).text();
  const bytes = /^process_resident_memory_bytes(?:\{.*\})? (\S+)$/m.exec(text)?.[1];
  return Number(bytes) / 2 ** 20;
}
