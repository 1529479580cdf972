import { silentLogger } from '@parcelyard/testing/silent-logger';
import type { Logger } from '../../src/logger';
import { logRefusals } from '../../src/rpc/log-refusals';

const REFUSED = { method: 'Orders.Cancel', peer: '10.0.0.9:4000' };

it('refused callers are logged once a minute for each cause, and the next line has the number of refusals since then', () => {
  const lines: object[] = [];
  let time = 0;
  const logger = { ...silentLogger, warn: (line: object) => lines.push(line) } as Logger;
  const logRefusal = logRefusals(logger, () => time);
  for (let call = 0; call < 1_000; call += 1) logRefusal('unknown caller', REFUSED);
  logRefusal('not in the table of calls', { ...REFUSED, caller: 'pickups' });
  expect(lines).toEqual([
    { cause: 'unknown caller', ...REFUSED, alsoRefused: 0 },
    { cause: 'not in the table of calls', ...REFUSED, caller: 'pickups', alsoRefused: 0 },
  ]);
  time = 60_000;
  logRefusal('unknown caller', REFUSED);
  expect(lines.at(-1)).toEqual({ cause: 'unknown caller', ...REFUSED, alsoRefused: 999 });
});
