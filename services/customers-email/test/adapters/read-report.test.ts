import { readReport } from '../../src/adapters/mail-reports/read-report';
import { aBounce, aComplaint } from '../support/a-report';

const KEY = `2s-${'0123456789abcdef'.repeat(2)}`;

describe('a report', () => {
  it('is read part by part: the delivery status and the key of the mail', async () => {
    const original = `Message-ID: <customer_email.301.${KEY}@ship.example>\r\nSubject: Hello`;
    const { keys, deliveries, feedback } = await readReport(aBounce({ original, status: '5.1.1 (unknown)' }));
    expect(keys).toEqual([KEY]);
    expect(deliveries.map((fields) => Object.fromEntries(fields))).toEqual([
      expect.objectContaining({
        'final-recipient': 'rfc822; ada@engine.org',
        action: 'failed',
        status: '5.1.1 (unknown)',
      }),
    ]);
    expect(feedback).toBeUndefined();
  });

  it('of a complaint is also matched to its mail by the address that it was sent to', async () => {
    const { keys, feedback } = await readReport(
      aComplaint({ to: `bounces+${KEY.toUpperCase()}@ship.example` }),
    );
    expect(keys).toEqual([KEY]);
    expect(feedback?.get('feedback-type')).toBe('abuse');
  });

  it('with folded fields, bare line ends or base64 is read in the same way', async () => {
    const folded = aBounce().toString().replace('Status: 5.1.1', 'Status:\r\n 5.1.1');
    const part = /(Content-Type: message\/delivery-status\r\n)\r\n([\s\S]*?)(?=--4Xy)/;
    const encoded = folded.replace(
      part,
      (_all, head, text) =>
        `${head}Content-Transfer-Encoding: base64\r\n\r\n${Buffer.from(text).toString('base64')}\r\n`,
    );
    for (const text of [folded, folded.replaceAll('\r\n', '\n'), encoded]) {
      const { deliveries } = await readReport(Buffer.from(text));
      expect(deliveries[0]?.get('status')).toBe('5.1.1');
    }
  });

  it('about thousands of recipients is read up to a limit', async () => {
    const more = Array.from(
      { length: 5_000 },
      (_, n) => `Final-Recipient: rfc822; a${n}@b.c\r\nAction: failed\r\n`,
    );
    const text = aBounce()
      .toString()
      .replace('Final-Recipient', `${more.join('\r\n')}\r\nFinal-Recipient`);
    expect((await readReport(Buffer.from(text))).deliveries).toHaveLength(99);
  });

  it.each(['', '\r\n', '\r\n\r\nbody'])('that is not an e-mail is refused: %j', async (text) => {
    await expect(readReport(Buffer.from(text))).rejects.toThrow();
  });
});
