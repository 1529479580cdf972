import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { withEnoughTime } from '@parcelyard/testing/with-enough-time';
import { createSmtpMailer } from '../../src/adapters/smtp/smtp-mailer';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink';

const mail = {
  messageId: 'm:1',
  reportKey: '1-0123456789abcdef0123456789abcdef',
  senderName: 'Ship.com',
  recipient: { name: 'Ada', address: 'ada@engine.org' },
  date: new Date('2026-03-02T15:00:00Z'),
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
};
const from = 'shipping@parcelyard.example';

describe('a mail sent to a server', () => {
  let sink: SmtpSink;

  beforeAll(async () => {
    sink = await startSmtpSink();
  });
  afterAll(() => sink.stop());

  it('that accepts it is accepted', async () => {
    sink.behave({});
    expect(await createSmtpMailer({ url: sink.url, from }).send(mail)).toEqual({ kind: 'accepted' });
  });

  it('that does not answer after the text is doubtful, within the allowed time', async () => {
    sink.behave({ text: 'say nothing' });
    const outcome = await withEnoughTime(async (timeoutMs) => {
      const { kind } = await createSmtpMailer({ url: sink.url, from, timeoutMs }).send(mail);
      return kind === 'not_sent' ? undefined : kind;
    }, 200);
    expect(outcome).toBe('doubtful');
  });

  it('that does not answer before the text is not sent, within the allowed time', async () => {
    sink.behave({ recipient: 'say nothing' });
    const outcome = await createSmtpMailer({ url: sink.url, from, timeoutMs: 300 }).send(mail);
    expect(outcome.kind).toBe('not_sent');
  });

  it('that does not exist is not sent', async () => {
    expect((await createSmtpMailer({ url: 'smtp://127.0.0.1:1', from }).send(mail)).kind).toBe('not_sent');
  });

  it('that never sends a greeting is not sent, within the allowed time', async () => {
    const sockets: Socket[] = [];
    const silent: Server = createServer((socket) => void sockets.push(socket));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const url = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    expect((await createSmtpMailer({ url, from, timeoutMs: 300 }).send(mail)).kind).toBe('not_sent');
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
  });

  it('that refuses our password is misconfigured, for the operator to correct', async () => {
    sink.behave({});
    const url = sink.url.replace('//', '//user:wrong@');
    const outcome = await createSmtpMailer({ url, from }).send(mail);
    expect(outcome).toEqual({ kind: 'misconfigured', detail: expect.stringContaining('535') });
  });

  it('never contains the password in plain text when the server is another machine', async () => {
    const outcome = await createSmtpMailer({ url: 'smtp://user:secret@mail.invalid', from }).send(mail);
    expect(outcome.kind).toBe('not_sent');
    expect(JSON.stringify(outcome)).not.toContain('secret');
  });
});
