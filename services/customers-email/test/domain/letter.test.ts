import fc from 'fast-check';
import { campaignStatus, segmentAt, segmentDays, sendingTime } from '../../src/domain/campaign';
import { checkLetter, letterMail } from '../../src/domain/letter';
import { addressHint, isPlaceholderEmail } from '../../src/domain/mailbox';

const sender = { name: 'Mugs & Co', unsubscribeUrl: 'https://ship.example/unsubscribe/t.a' };

describe('a letter', () => {
  it('is shown as text whatever it says: no sign of it becomes markup', () => {
    const tags = (body: string) =>
      letterMail({ subject: 's', body }, sender).html.match(/<(?!\/?p>|br>)/g)?.length ?? 0;
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (body) => {
        expect(tags(body)).toBe(tags('plain'));
      }),
    );
  });

  it('with a line break or another control character in its subject is refused, never mended', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom('\r', '\n', '\r\n', '\0', '\u0085', '\u2028', '\u2029'),
        (text, sign) => {
          const subject = `a${text.slice(0, 50)}${sign}b`;
          expect(() => checkLetter({ subject, body: 'x' })).toThrow('field_not_one_line');
        },
      ),
    );
  });
});

describe('a campaign', () => {
  it('never sends more in a second than its pace', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 500 }), (perSecond, count) => {
        const start = new Date(0);
        const seconds = new Map<number, number>();
        for (let n = 0; n < count; n += 1) {
          const second = sendingTime(start, n, perSecond).getTime() / 1_000;
          seconds.set(second, (seconds.get(second) ?? 0) + 1);
        }
        expect(Math.max(...seconds.values())).toBeLessThanOrEqual(perSecond);
        expect(seconds.size).toBe(Math.ceil(count / perSecond));
      }),
    );
  });

  it('recent and lapsed have days of their own, all has none', () => {
    expect([segmentDays('recent', 0), segmentDays('lapsed', 0), segmentDays('all', 7)]).toEqual([30, 90, 0]);
    expect(segmentAt('lapsed', 1, new Date(86_400_000))).toEqual({ kind: 'lapsed', since: new Date(0) });
  });

  it.each([
    ['preparing', 5, 'queued'],
    ['sending', 5, 'sending'],
    ['sending', 0, 'completed'],
    ['failed', 0, 'failed'],
  ] as const)('%s with %d to go is told as %s', (status, queued, told) => {
    expect(campaignStatus({ status }, { queued, sent: 0, failed: 0, unknown: 0, skipped: 0 })).toBe(told);
  });
});

it.each(['', 'nobody', 'None@shop.org', ' NOEMAIL@x.org ', 'ada@Example.Invalid'])(
  '%j stands for no e-mail known',
  (email) => {
    expect(isPlaceholderEmail(email)).toBe(true);
  },
);

it('an address is hinted at, not shown', () => {
  expect(isPlaceholderEmail('ada@example.com')).toBe(false);
  expect(addressHint('ada@engine.org')).toBe('a…@engine.org');
});
