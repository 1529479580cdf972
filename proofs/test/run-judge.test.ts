import type { Judge } from '../judge';
import { runJudge } from '../run-judge';
import { verdictTable } from '../verdict-table';
import type { Workshop } from '../workshop';

const NO_WORKSHOP = () => ({}) as Workshop;

const judge = (over: Partial<Judge>): Judge => ({
  name: 'linter',
  proves: 'The pages are well-formed.',
  needs: [],
  judge: async () => ({ version: '1.2.3', checked: 7, faults: [] }),
  ...over,
});

const throws = async () => {
  throw new Error('no network');
};

describe('the table of the proofs', () => {
  beforeEach(() => {
    jest.spyOn(console, 'log').mockImplementation(() => undefined);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  test.each<[string, Partial<Judge>, string, string]>([
    ['finds no fault', {}, 'ok', 'ok'],
    [
      'has figures',
      { judge: async () => ({ version: '1', checked: 3, faults: [], figures: ['12 refused'] }) },
      'ok',
      'ok, 12 refused',
    ],
    [
      'finds faults',
      { judge: async () => ({ version: '1', checked: 3, faults: ['a', 'b'] }) },
      'bad',
      '2 faults',
    ],
    [
      'checks nothing',
      { judge: async () => ({ version: '1', checked: 0, faults: [] }) },
      'bad',
      'failed: looked at nothing',
    ],
    ['fails with an error', { judge: throws }, 'bad', 'could not work'],
    ['needs a missing program', { needs: ['no-such-program'] }, 'skipped', 'skipped: needs no-such-program'],
    [
      'needs a missing server',
      { needsVariables: ['NO_SUCH_SERVER_URI'] },
      'skipped',
      'skipped: needs NO_SUCH_SERVER_URI to be set',
    ],
    [
      'needs a command that fails',
      { needsSuccess: [[process.execPath, '--no-such-option']] },
      'skipped',
      `skipped: needs \`${process.execPath} --no-such-option\` to succeed`,
    ],
  ])('a judge that %s', async (_, over, outcome, verdict) => {
    expect(await runJudge(judge(over), NO_WORKSHOP)).toMatchObject({ judge: 'linter', outcome, verdict });
  });

  test('is Markdown, with a count at its end', async () => {
    const rows = [
      await runJudge(judge({}), NO_WORKSHOP),
      await runJudge(judge({ name: 'server', needs: ['no-such-program'] }), NO_WORKSHOP),
    ];
    expect(verdictTable(rows)).toBe(
      [
        '| judge  | version | checked | verdict                        |',
        '| ------ | ------- | ------- | ------------------------------ |',
        '| linter | 1.2.3   | 7       | ok                             |',
        '| server | –       | 0       | skipped: needs no-such-program |',
        '',
        '2 judges: 1 ok, 1 skipped, 0 not content',
      ].join('\n'),
    );
  });
});
