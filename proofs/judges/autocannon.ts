import { join } from 'node:path';
import { createVisitor, formOf } from '@parcelyard/testing/visitor';
import type { Judge } from '../judge';
import { withStack } from '../with-stack';

const VERSION = '8.0.0';
const SIGN_UPS = 500;
/** Fewer than a token may make in a minute. */
const AUTHORISED = 300;

interface Result {
  readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>;
  readonly errors: number;
  readonly latency: { readonly p50: number; readonly p99: number };
}

export const autocannon: Judge = {
  name: 'autocannon',
  proves: '500 sign-ups, 100 at a time, are each taken or told to come again, and authorised requests go on.',
  needs: ['npm'],
  async judge(workshop) {
    const folder = await workshop.npm([`autocannon@${VERSION}`]);
    const fire = async (requests: number, connections: number, more: readonly string[]) => {
      const program = join(folder, 'node_modules/autocannon/autocannon.js');
      const bounds = ['--json', '--amount', String(requests), '--connections', String(connections)];
      return JSON.parse(await workshop.run(process.execPath, [program, ...bounds, ...more])) as Result;
    };
    const faults: string[] = [];
    await withStack(
      async ({ baseUrl, demo }) => {
        const page = await createVisitor(baseUrl).open('/signup');
        const { action, values } = formOf(page, 'Create account');
        const cookie = page.headers.getSetCookie()[0]?.split(';')[0] ?? '';
        const person = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' };
        const [signUps, authorised] = await Promise.all([
          fire(SIGN_UPS, 100, [
            ...['--method', 'POST', '--headers', `cookie=${cookie}`],
            ...['--headers', 'content-type=application/x-www-form-urlencoded'],
            ...['--body', new URLSearchParams({ ...values, ...person }).toString(), `${baseUrl}${action}`],
          ]),
          fire(AUTHORISED, 2, [
            ...['--headers', `authorization=Bearer ${demo.accessToken}`, `${baseUrl}/public/customers`],
          ]),
        ]);
        const unexpected = (result: Result, wanted: readonly string[], who: string) => {
          const statuses = Object.entries(result.statusCodeStats).filter(
            ([status]) => !wanted.includes(status),
          );
          for (const [status, { count }] of statuses) faults.push(`${count} ${who} were answered ${status}`);
          if (result.errors > 0) faults.push(`${result.errors} ${who} got no answer`);
        };
        unexpected(signUps, ['303', '429', '503'], 'sign-ups');
        unexpected(authorised, ['200'], 'authorised requests');
        if ((signUps.statusCodeStats['303']?.count ?? 0) > 3)
          faults.push('more than three sign-ups an hour were taken for one address');
      },
      // As in production.
      { BUDGET_SIGN_UP: '10/3/3600' },
    );
    return { version: VERSION, checked: SIGN_UPS + AUTHORISED, faults };
  },
};
