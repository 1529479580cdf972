import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createVisitor, formOf } from '@parcelyard/testing/visitor';
import type { Judge } from '../judge';
import { type Cannon, type CannonResult, OVERLOADED, overloadFaults, unexpected } from '../overload';
import { withStack } from '../with-stack';

const VERSION = '8.0.0';
const SIGN_UPS = 500;
/** Fewer requests than a token allows in a minute. */
const AUTHORISED = 300;

export const autocannon: Judge = {
  name: 'autocannon',
  proves:
    'Each of 500 sign-ups, 100 at a time, is accepted or told to try again later, while authorized requests succeed. At four times the possible load, some requests are refused, and at least half of the possible requests succeed. During a flood of wrong tokens, a polite caller still gets answers.',
  needs: ['npm'],
  async judge(workshop) {
    const folder = await workshop.npm([`autocannon@${VERSION}`]);
    const program = join(folder, 'node_modules/autocannon/autocannon.js');
    const fire = async (words: readonly string[]) =>
      JSON.parse(await workshop.run(process.execPath, [program, '--json', ...words])) as CannonResult;
    const bounds = (requests: number, connections: number) => [
      ...['--amount', String(requests), '--connections', String(connections)],
    ];
    const faults: string[] = [];
    await withStack(
      async ({ baseUrl, demo }) => {
        const page = await createVisitor(baseUrl).open('/signup');
        const { action, values } = formOf(page, 'Create account');
        const cookie = page.headers.getSetCookie()[0]?.split(';')[0] ?? '';
        const person = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' };
        const [signUps, authorised] = await Promise.all([
          fire([
            ...bounds(SIGN_UPS, 100),
            ...['--method', 'POST', '--headers', `cookie=${cookie}`],
            ...['--headers', 'content-type=application/x-www-form-urlencoded'],
            ...['--body', new URLSearchParams({ ...values, ...person }).toString(), `${baseUrl}${action}`],
          ]),
          fire([
            ...bounds(AUTHORISED, 2),
            ...['--headers', `authorization=Bearer ${demo.accessToken}`, `${baseUrl}/public/customers`],
          ]),
        ]);
        faults.push(...unexpected(signUps, ['303', '429', '503'], 'sign-ups'));
        faults.push(...unexpected(authorised, ['200'], 'authorised requests'));
        if ((signUps.statusCodeStats['303']?.count ?? 0) > 3)
          faults.push('more than three sign-ups in an hour were accepted for one address');
      },
      // For this quota, the stack uses the value of production instead of the high value for local use.
      { QUOTA_SIGN_UP: '10/3/3600' },
    );
    const cannon = createRequire(join(folder, 'package.json'))('autocannon') as Cannon;
    await withStack(
      async (stack) => void faults.push(...(await overloadFaults(cannon, fire, stack))),
      OVERLOADED,
    );
    return { version: VERSION, checked: SIGN_UPS + AUTHORISED, faults };
  },
};
