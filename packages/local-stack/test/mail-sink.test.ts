import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { createTransport } from 'nodemailer';
import { startMailSink } from '../src/mail-sink';

describe('the mail sink', () => {
  it('stores each message as an .eml file and delivers nothing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parcelyard-mail-'));
    const sink = await startMailSink(folder, silentLogger);
    const transport = createTransport(sink.url);
    const texts = ['one\n.\nafter a lonely dot', 'two ✓'];
    await Promise.all(
      texts.map((text) =>
        transport.sendMail({ from: 'shop@example.com', to: 'ada@example.com', subject: 'Your parcel', text }),
      ),
    );
    transport.close();
    await sink.stop();
    const messages = readdirSync(folder).map((name) => {
      expect(name).toMatch(/\.eml$/);
      return readFileSync(join(folder, name), 'utf8');
    });
    expect(messages).toHaveLength(2);
    for (const message of messages) expect(message).toContain('Subject: Your parcel');
    expect(messages.some((message) => message.includes('after a lonely dot'))).toBe(true);
    rmSync(folder, { recursive: true });
  });
});
