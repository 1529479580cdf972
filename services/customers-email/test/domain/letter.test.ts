import { postalLine } from '@parcelyard/service-kit/addresses/postal-line';
import fc from 'fast-check';
import { campaignStatus, segmentAt, segmentDays, sendingTime } from '../../src/domain/campaign';
import { checkLetter, letterMail } from '../../src/domain/letter';
import { addressHint, isPlaceholderEmail } from '../../src/domain/mailbox';
import { fillIn } from '../../src/domain/merge-fields';
import { senderOf } from '../../src/domain/sender';

const sender = {
  name: 'Mugs & Co',
  postalAddress: '1 Main St, Austin, TX 78701',
  unsubscribeUrl: 'https://ship.example/unsubscribe/t.a',
};

describe('a letter', () => {
  it('shows every text as text: no character of it becomes markup', () => {
    const tags = (body: string) =>
      letterMail({ subject: 's', body }, sender).html.match(/<(?!\/?p>|br>)/g)?.length ?? 0;
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (body) => {
        expect(tags(body)).toBe(tags('plain'));
      }),
    );
  });

  it('with a line break or another control character in its subject is refused and not corrected', () => {
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

  it('recent and lapsed have different default days, and all has none', () => {
    expect([segmentDays('recent', 0), segmentDays('lapsed', 0), segmentDays('all', 7)]).toEqual([30, 90, 0]);
    // 20:30 on Thursday in Austin is already Friday in UTC.
    const now = new Date('2026-11-27T02:30:00Z');
    expect(segmentAt('lapsed', 2, now, 'America/Chicago')).toEqual({
      kind: 'lapsed',
      since: new Date('2026-11-25T06:00:00Z'),
    });
    // In Chicago, Sunday, 1 November has 25 hours, because summer time ends. It begins at 05:00 UTC, and Monday begins
    // at 06:00 UTC.
    const monday = new Date('2026-11-02T18:00:00Z');
    expect(segmentAt('lapsed', 2, monday, 'America/Chicago')).toEqual({
      kind: 'lapsed',
      since: new Date('2026-11-01T05:00:00Z'),
    });
  });

  it.each([
    ['preparing', 5, 'queued'],
    ['sending', 5, 'sending'],
    ['sending', 0, 'completed'],
  ] as const)('with status %s and %d queued mails is shown as %s', (status, queued, told) => {
    expect(campaignStatus({ status }, { queued, sent: 0, failed: 0, unknown: 0, skipped: 0 })).toBe(told);
  });
});

it.each(['', 'nobody', 'None@shop.org', ' NOEMAIL@x.org ', 'ada@Example.Invalid'])(
  '%j is a placeholder for an unknown e-mail',
  (email) => {
    expect(isPlaceholderEmail(email)).toBe(true);
  },
);

it('an address is shown only as a hint', () => {
  expect(isPlaceholderEmail('ada@example.com')).toBe(false);
  expect(addressHint('ada@engine.org')).toBe('a…@engine.org');
});

describe('a merge field', () => {
  const fill = (body: string, firstName: string, lastName = '') =>
    fillIn({ subject: 's', body }, { firstName, lastName }).body;

  it.each([
    ['Dear {{first_name}} {{last_name}},', 'Ada', 'Lovelace', 'Dear Ada Lovelace,'],
    ['Dear {{first_name}} {{last_name}},', '', 'Lovelace', 'Dear Lovelace,'],
    ['Dear {{first_name}} {{last_name}},', 'Ada', '-', 'Dear Ada,'],
    ['Dear {{first_name}} {{last_name}},', 'No', 'Name', 'Dear,'],
    ['{{ first_name }}, hello', 'Ada', '', 'Ada, hello'],
    ['Hello.\n{{first_name}} we miss you', ' guest ', '', 'Hello.\nwe miss you'],
    ['{{first_name}}{{last_name}} x', '', '', 'x'],
    ['{{first_name}}', '{{last_name}}', 'X', '{{last_name}}'],
  ])('%j for %j %j is %j', (body, firstName, lastName, filled) => {
    expect(fill(body, firstName, lastName)).toBe(filled);
  });

  it('with a known name never refuses a letter, and any other name always does', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z_]{1,20}$/), (name) => {
        const check = () => checkLetter({ subject: 's', body: `x {{${name}}} y` });
        if (name === 'first_name' || name === 'last_name') check();
        else
          expect(check).toThrow(
            expect.objectContaining({ params: expect.objectContaining({ got: `{{${name}}}` }) }),
          );
      }),
      { examples: [['first_name'], ['last_name'], ['company']] },
    );
  });

  it('is replaced once by any name, and adds no line to a subject', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        const { subject } = fillIn(
          { subject: 'Hi {{first_name}}', body: 'x' },
          { firstName: name, lastName: '' },
        );
        expect(subject).not.toMatch(/[\r\n\u2028]/);
        expect(subject.startsWith('Hi')).toBe(true);
      }),
    );
  });
});

it('an address abroad names its country, and missing parts leave no comma', () => {
  const at = {
    street1: '1 Rue X',
    street2: '',
    street3: '',
    city: 'Paris',
    state: '',
    zip: '75001',
    country: 'FR',
  };
  const names = { name: '', firstName: '', lastName: '', company: '', phone: '', email: '' };
  expect(postalLine({ ...names, ...at })).toBe('1 Rue X, Paris, 75001, FR');
});

describe("the sender name of a merchant's mail", () => {
  const owner = { company: '', firstName: '', lastName: '', email: 'ada@engine.org' };
  it.each([
    ['the chosen name', { ...owner, company: 'Mugs' }, 'Mugs by Ada', 'Mugs by Ada'],
    ['the company', { ...owner, company: 'Mugs', firstName: 'Ada' }, '', 'Mugs'],
    ['the owner', { ...owner, firstName: 'Ada' }, '', 'Ada'],
    ['the owner’s address', owner, '', 'ada@engine.org'],
  ])('is %s', (_who, account, chosen, name) => {
    expect(senderOf(account, { senderName: chosen, replyTo: '' })).toEqual({
      name,
      replyTo: 'ada@engine.org',
    });
  });
});
