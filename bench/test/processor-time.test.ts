import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { processorTime } from '../processor-time';

/** Computes for as long as it is told, in a thread of a child of the process that is started. */
const BUSY = `
  const { spawn } = require('node:child_process');
  const { Worker } = require('node:worker_threads');
  const compute = 'const end = process.cpuUsage().user + 300_000; while (process.cpuUsage().user < end);';
  if (process.argv[1] === 'child') new Worker(compute, { eval: true }).on('exit', () => process.send('done'));
  else {
    const stdio = ['ipc', 'inherit', 'inherit'];
    const child = spawn(process.execPath, ['-e', process.env.BUSY, 'child'], { stdio });
    child.on('message', () => process.stdout.write('done'));
    child.on('exit', () => process.exit());
    process.stdin.on('data', () => child.kill());
  }
`;

it('counts what threads of children use, of all processes that one started and of no other', async () => {
  const program = spawn(process.execPath, ['-e', BUSY], { env: { ...process.env, BUSY } });
  const own = processorTime([process.pid]);
  await once(program.stdout, 'data');
  const used = processorTime([program.pid as number]);
  program.stdin.write('end');
  await once(program, 'exit');
  expect(used).toBeGreaterThanOrEqual(250);
  expect(processorTime([process.pid]) - own).toBeGreaterThanOrEqual(250);
  expect(processorTime([2 ** 30])).toBe(0);
});
