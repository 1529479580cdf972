import fc from 'fast-check';
import { contactKey, emailKey } from '../../src/domain/customer';
import { labelPrintedMail } from '../../src/domain/label-printed-mail';
import { isMailable, singleLine } from '../../src/domain/mailbox';
import { nextStep } from '../../src/domain/message';

const news = {
  orderNumber: 'ABC234',
  recipientName: 'Ada',
  carrier: 'usps',
  method: 'USPS Ground Advantage',
  trackingNumber: '94001',
  trackingUrl: '/track/94001',
};
const sender = { name: 'Ship.com', baseUrl: 'https://ship.example' };

describe('after an attempt to send', () => {
  it('accepted, refused and doubtful end the message at any attempt', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), (attempts) => {
        expect(nextStep({ kind: 'accepted' }, attempts)).toEqual({ status: 'sent' });
        expect(nextStep({ kind: 'refused', detail: '' }, attempts)).toEqual({ status: 'failed' });
        expect(nextStep({ kind: 'doubtful', detail: '' }, attempts)).toEqual({ status: 'unknown' });
      }),
    );
  });

  it.each(['not_sent', 'misconfigured'] as const)(
    'a message that was %s is tried again after 2 seconds doubling to an hour, for five days',
    (kind) => {
      const pauses: number[] = [];
      for (let attempts = 1; ; attempts += 1) {
        const step = nextStep({ kind, detail: '' }, attempts);
        if (step.status !== 'queued') break;
        pauses.push(step.retryInMs);
      }
      expect(pauses.slice(0, 3)).toEqual([2_000, 4_000, 8_000]);
      expect(Math.max(...pauses)).toBe(3_600_000);
      const days = pauses.reduce((sum, pause) => sum + pause, 0) / 86_400_000;
      expect(days).toBeGreaterThan(4.9);
      expect(days).toBeLessThan(5.1);
    },
  );
});

describe('the text of a mail', () => {
  it('shows all data as text: no character of it becomes markup and no line of it a header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (orderNumber, recipientName) => {
        const { subject, html } = labelPrintedMail({ ...news, orderNumber, recipientName }, sender);
        expect(subject).not.toMatch(/[\r\n\u0085\u2028\u2029]/);
        expect(html.match(/</g)).toHaveLength(labelPrintedMail(news, sender).html.match(/</g)?.length ?? 0);
      }),
    );
  });

  it.each([
    ['/track/1', 'https://ship.example/track/1'],
    ['https://carrier.example/t?n=1&x="', 'https://carrier.example/t?n=1&x=%22'],
  ])('links %s as %s', (trackingUrl, link) => {
    expect(labelPrintedMail({ ...news, trackingUrl }, sender).text).toContain(link);
  });

  it.each(['', 'javascript:alert(1)', 'data:text/html,x', 'ftp://x', 'not a link'])(
    'contains no link for "%s"',
    (url) => {
      const { text, html } = labelPrintedMail({ ...news, trackingUrl: url }, sender);
      expect(text).not.toContain('Track it here');
      expect(html).not.toContain('<a ');
    },
  );
});

describe('keys and addresses', () => {
  it('a contact key distinguishes name, street and ZIP, and ignores only the case of the street', () => {
    const key = (name: string, street1: string, zip: string) => contactKey({ name, street1, zip });
    expect(key('Ada L', '1 Main St', '78701')).toBe(key(' Ada  L ', '1 MAIN st', '78701'));
    expect(key('ada L', '1 Main St', '78701')).not.toBe(key('Ada L', '1 Main St', '78701'));
    const part = fc.string().filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(part, part, part, part, part, part, (a, b, c, d, e, f) => {
        const same = [a, c, e].every((text, index) => {
          const other = [b, d, f][index] as string;
          const flat = (value: string) => value.trim().replace(/\s+/g, ' ');
          return index === 1
            ? flat(text).toLowerCase() === flat(other).toLowerCase()
            : flat(text) === flat(other);
        });
        expect(key(a, c, e) === key(b, d, f)).toBe(same);
      }),
    );
    expect(key('', '1 Main', '78701')).toBeUndefined();
  });

  it('an e-mail key ignores case and surrounding spaces, and a missing e-mail has no key', () => {
    expect(emailKey(' Ada@Engine.ORG ')).toBe('ada@engine.org');
    expect(emailKey('  ')).toBeUndefined();
  });

  it('an address with a control character, a space or a second address is not mailable', () => {
    expect(isMailable('ada+x@engine.org')).toBe(true);
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom('\r', '\n', '\0', ' ', ',', ';', '<', '>', '@', '"'),
        (text, sign) => {
          expect(isMailable(`a${text}${sign}b@engine.org`)).toBe(false);
        },
      ),
    );
    expect(singleLine('a\r\n b\u2028c')).toBe('a  b c');
  });
});
