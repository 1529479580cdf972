import fs, { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { createTransport, type Transporter } from 'nodemailer';
import { type MailSink, startMailSink } from '../src/mail-sink';

describe('the mail sink', () => {
  let folder: string;
  let sink: MailSink;
  let transport: Transporter;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parcelyard-mail-'));
    sink = await startMailSink(folder, silentLogger);
    transport = createTransport(sink.url);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    transport.close();
    await sink.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const send = (text: string) =>
    transport.sendMail({ from: 'shop@example.com', to: 'ada@example.com', subject: 'Your parcel', text });

  it('stores each message as an .eml file and delivers nothing', async () => {
    await Promise.all(['one\n.\nafter a lonely dot', 'two ✓'].map(send));
    const messages = readdirSync(folder).map((name) => {
      expect(name).toMatch(/\.eml$/);
      return readFileSync(join(folder, name), 'utf8');
    });
    expect(messages).toHaveLength(2);
    for (const message of messages) expect(message).toContain('Subject: Your parcel');
    expect(messages.some((message) => message.includes('after a lonely dot'))).toBe(true);
  });

  it('stores messages also after its folder was deleted', async () => {
    rmSync(folder, { recursive: true });
    await send('one');
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('refuses a message that it cannot store, keeps no part of it and then takes the next message', async () => {
    jest.spyOn(fs, 'renameSync').mockImplementationOnce(() => {
      throw new Error('no space left on device');
    });
    await expect(send('one')).rejects.toThrow('450 no space left on device');
    expect(readdirSync(folder)).toEqual([]);
    await send('two');
    expect(readdirSync(folder)).toHaveLength(1);
  });
});
