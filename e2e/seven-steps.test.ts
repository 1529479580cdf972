import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@parcelyard/testing/eventually';
import { shipctl } from './support/shipctl';
import { type Stack, startStack } from './support/start-stack';

const run = promisify(execFile);
const root = resolve(__dirname, '..');

describe('a user gets from a new stack to a picked-up label with the official SDK client [MCP-F1]', () => {
  let stack: Stack;
  beforeAll(async () => {
    // A void is refunded after one second, so that reports can show it.
    stack = await startStack({ VOID_REFUND_DELAY_S: '1' });
  });
  afterAll(() => stack.remove());

  it('the script of the README completes all seven steps, and the ledger agrees with the carrier', async () => {
    const { stdout } = await run(process.execPath, [join(root, 'examples/seven-steps.mjs')], {
      cwd: root,
      env: { PATH: process.env.PATH, DATA_DIR: stack.dataDir },
    });
    for (const number of [1, 2, 3, 4, 5, 6, 7]) expect(stdout).toContain(`\n${number}. `);
    expect(stdout).toMatch(/application\/pdf, \d{4,} bytes/);
    expect(stdout).toMatch(/marked 1, e-mails queued 1/);
    expect(stdout).toMatch(/pickup \d+ on \d{4}-\d\d-\d\d/);
    expect(await shipctl(stack.dataDir, 'ledger', 'verify')).toMatchObject({ ok: true });
  });

  it("the customer's e-mail is in the mail folder with its tracking link [MCP-S8]", async () => {
    const { mailDir, baseUrl } = stack.file();
    const message = await eventually(() => {
      const files = readdirSync(mailDir).filter((name) => name.endsWith('.eml'));
      expect(files).toHaveLength(1);
      return readFileSync(join(mailDir, files[0] as string), 'utf8');
    });
    expect(message.replaceAll('=\r\n', '')).toContain(`${baseUrl}/track/`);
  });

  const jobs = Object.keys(JSON.parse(readFileSync(join(root, 'evals/budgets.json'), 'utf8'))).length;

  /** Runs the evals and returns the exit code and the printed table. */
  const evals = (environment: Record<string, string> = {}) =>
    run(process.execPath, [join(root, 'dist/evals.mjs')], {
      cwd: root,
      env: { PATH: process.env.PATH, DATA_DIR: stack.dataDir, ...environment },
    }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
    );

  it('the ideal assistant completes every job within its budget of calls and bytes', async () => {
    const { code, stdout } = await evals();
    // Compares the lines about failed jobs before the exit code, so that the report of a failed test shows these lines.
    expect(stdout.split('\n').filter((line) => line.startsWith('✗'))).toEqual([]);
    expect([code, stdout.match(/\| ok/g)?.length]).toEqual([0, jobs]);
  });

  it('an assistant that does nothing and says "Done." fails every job', async () => {
    const { code, stdout } = await evals({ SOLVER: 'evals/examples/lazy.mjs' });
    expect([code, stdout.match(/\| failed/g)?.length]).toEqual([1, jobs]);
  });
});
