import { commands } from '../src/commands';
import { runShipctl } from '../src/run-shipctl';

const shipctl = async (...argv: string[]) => runShipctl(argv, { DATA_DIR: '/nowhere' });
const help = async (...argv: string[]): Promise<string> => {
  const { output, exitCode } = await shipctl(...argv);
  expect(exitCode).toBe(0);
  return output as string;
};

/** The names in a command's usage: its arguments in capitals and its options. */
const namesIn = (usage: string): string[] => [
  ...(/^[a-z -]*?((?: [A-Z_]{2,})*)(?= --| \[|$)/.exec(usage)?.[1]?.trim().split(' ').filter(Boolean) ?? []),
  ...(usage.match(/--[a-z-]+/g) ?? []),
];

describe('shipctl --help', () => {
  it.each([[['--help']], [['-h']], [[]]])('%j lists every command with what it does', async (argv) => {
    const text = await help(...argv);
    for (const { usage, summary } of commands) {
      const name = (/^[a-z -]+?(?= [A-Z[-]|$)/.exec(usage) as RegExpExecArray)[0];
      expect(text).toMatch(new RegExp(`^  ${name} +${summary.slice(0, 10)}`, 'm'));
    }
    expect(text).toContain('DATA_DIR');
    expect(text).toContain('shipctl COMMAND --help');
  });

  it('for a group lists only the commands of the group', async () => {
    const text = await help('ledger', '--help');
    expect(text).toMatch(/^ {2}ledger verify +/m);
    expect(text).toMatch(/^ {2}ledger repair +/m);
    expect(text).not.toContain('account create');
    expect(text).toContain('BILLING_ADDRESS');
    expect(text).not.toContain('PICKUPS_ADDRESS');
  });

  it('for a command prints what it does, its arguments and the environment that it needs', async () => {
    const text = await help('carrier-account', 'use', '--help');
    expect(text).toContain('Usage:\n  shipctl carrier-account use CARRIER_ACCOUNT_ID --account ID');
    expect(text).toMatch(/^ {2}CARRIER_ACCOUNT_ID +\S/m);
    expect(text).toMatch(/^ {2}--external-id ca_… +\S/m);
    expect(text).toMatch(/^ {2}--seller NAME +\S/m);
    expect(text).toMatch(/^ {2}SHIPPING_ADDRESS +\S/m);
    expect(text).not.toContain('BILLING_ADDRESS');
    for (const name of ['DATA_DIR', 'GRPC_SHARED_SECRET', 'GRPC_TLS_CERT_FILE']) expect(text).toContain(name);
    expect(await help('carrier-account', 'use', '7', '--account', '1', '-h')).toBe(text);
  });

  it('needs no stack and no valid environment', async () => {
    const { output, exitCode } = await runShipctl(['ledger', 'verify', '--help'], {
      GRPC_SHARED_SECRET: 'x',
    });
    expect([exitCode, String(output)]).toEqual([0, expect.stringContaining('shipctl ledger verify')]);
  });

  it.each(commands)('explains each argument of $usage, and no other', ({ usage, parameters }) => {
    expect(Object.keys(parameters)).toEqual(namesIn(usage));
  });
});

describe('an unknown command', () => {
  it.each([
    [['ledger', 'verfy'], 'Did you mean shipctl ledger verify?'],
    [['leger', 'verify'], 'Did you mean shipctl ledger verify?'],
    [['docter'], 'Did you mean shipctl doctor?'],
    [['verify'], 'Did you mean shipctl ledger verify?'],
    [['dead-letter', 'list', '--account', '7'], 'Did you mean shipctl dead-letters list?'],
    [['docter', '--help'], 'Did you mean shipctl doctor?'],
    [['make', 'tea'], 'shipctl --help lists all commands.'],
    [['ledger'], 'shipctl ledger --help lists its commands.'],
  ])('%j exits with 2 and names the nearest command', async (argv, hint) => {
    const { output, exitCode } = await shipctl(...argv);
    expect(exitCode).toBe(2);
    expect((output as { error: string }).error).toContain(hint);
  });
});

it.each([
  [['--anything'], '--anything'],
  [['--password=secret', 'account', 'create'], '--password'],
  [['-x'], '-x'],
])('%j exits with 2 and names the unknown option', async (argv, option) => {
  const { output, exitCode } = await shipctl(...argv);
  expect(exitCode).toBe(2);
  expect((output as { error: string }).error).toBe(
    `shipctl has no option ${option}: options follow a command. shipctl --help lists all commands.`,
  );
});

it('a bad environment is an error of one sentence', async () => {
  const { output, exitCode } = await runShipctl(['doctor'], { GRPC_SHARED_SECRET: 'x' });
  expect(exitCode).toBe(1);
  expect(output).toEqual({ error: expect.stringContaining('GRPC_SHARED_SECRET') });
});
