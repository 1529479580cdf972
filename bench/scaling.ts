import { startCluster } from '../e2e/support/start-cluster';
import type { RunningProgram } from '../e2e/support/start-program';
import { type Bench, TOKENS } from './bench';
import { GET_ORDER, LIST_ORDERS, TOOLS_LIST } from './cases';
import { makeFixture } from './fixture';
import { loadTable, type Row } from './load-table';
import { type Asked, mcpEntrant } from './mcp-entrant';
import { measureInTurn } from './measure-in-turn';
import { cell } from './report';

const FORMS = ['one process each', '2 processes each'] as const;

/**
 * Measures calls first with one process of every program, and then with two processes of every program. A balancer
 * distributes the calls. All measurements use the same cores.
 */
export async function measureScaling({ orders, seconds, show }: Bench): Promise<void> {
  const tables = new Map<string, Row[]>();
  const memory = new Map<string, number[]>();
  for (const [place, server] of FORMS.entries()) {
    const each = place + 1;
    const cluster = await startCluster({ gateways: each, each, plain: true });
    try {
      const { AUTH_ADDRESS, BILLING_ADDRESS, ORDERS_ADDRESS } = cluster.operator;
      const services = { auth: AUTH_ADDRESS as string, billing: BILLING_ADDRESS as string };
      const at = { ...services, orders: ORDERS_ADDRESS as string, mongoUri: cluster.mongoUri };
      const fixture = await makeFixture(at, orders, TOKENS);
      const roots = [cluster.mongo, ...cluster.programs].map((program) => program.pid());
      for (const [title, rows] of await measureAll({ server, url: cluster.mcpUrl, roots, fixture }, seconds))
        tables.set(title, [...(tables.get(title) ?? []), ...rows]);
      for (const program of cluster.programs) {
        const held = memory.get(program.name) ?? [];
        held[place] = Math.max(held[place] ?? 0, await megabytesOf(program));
        memory.set(program.name, held);
      }
    } finally {
      await cluster.remove();
    }
  }
  for (const [title, rows] of tables)
    show(loadTable(`${title}, as processes are added on the same cores`, rows));
  const rows = [...memory].map(([name, held]) => ({ name, cells: held.map((size) => cell(size, 'MB', 0)) }));
  show({ title: 'Memory of a process after the load', columns: [...FORMS], rows });
}

async function measureAll(asked: Asked, seconds: number): Promise<Map<string, Row[]>> {
  const tables = new Map<string, Row[]>();
  for (const test of [LIST_ORDERS, GET_ORDER, TOOLS_LIST])
    tables.set(test.title, await measureInTurn([await mcpEntrant({ ...asked, test })], [16, 64], seconds));
  return tables;
}

/** Returns the resident memory that the program itself reports on its admin port. */
async function megabytesOf(program: RunningProgram): Promise<number> {
  const text = await (await fetch(`http://${program.ready().admin}/metrics`)).text();
  const bytes = /^process_resident_memory_bytes(?:\{.*\})? (\S+)$/m.exec(text)?.[1];
  return Number(bytes) / 2 ** 20;
}
