import { eventually } from '@parcelyard/testing/eventually';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { Registry } from 'prom-client';
import { type SmtpSink, startSmtpSink } from './support/smtp-sink';
import { aPrintedLabel, startCustomersEmail } from './support/start-customers-email';

describe('the label-printed e-mail', () => {
  let database: TestDatabase;
  let sink: SmtpSink;
  let service: Awaited<ReturnType<typeof startCustomersEmail>>;
  let account = 0;

  beforeAll(async () => {
    database = await startTestDatabase();
    sink = await startSmtpSink();
    service = await startCustomersEmail(database, sink.url);
  });
  beforeEach(() => {
    account += 1;
    sink.behave({});
  });
  afterAll(async () => {
    await service.stop();
    await sink.stop();
    await database.close();
  });

  const messages = async () =>
    database.db
      .collection('messages')
      .find({ accountId: account })
      .sort({ createdAt: -1, _id: -1 })
      .toArray();
  const becomes = (status: string) =>
    eventually(async () => {
      const [message] = await messages();
      expect(message?.status).toBe(status);
      return message;
    });
  const arrived = (purchaseId: string) =>
    sink.received.filter((text) => text.includes(`<label_printed.${purchaseId}.`));

  const tries = async (outcome: string) => {
    const registry = new Registry();
    for (const metric of service.metrics) registry.registerMetric(metric);
    const figures = await registry.getSingleMetricAsString('parcelyard_mail_tries_total');
    return Number(new RegExp(`outcome="${outcome}"\\} (\\d+)`).exec(figures)?.[1]);
  };

  it('reaches the customer once, as text and HTML, with the absolute tracking link', async () => {
    await service.customers.updateMailSettings({ accountId: account, senderName: 'Mugs & Co' });
    const event = aPrintedLabel(account, 'pur_1_1', { recipientName: 'Ada <script>' });
    await Promise.all([service.publish(event), service.publish(event), service.publish(event)]);
    expect(await becomes('sent')).toMatchObject({
      _id: 'label_printed:pur_1_1',
      kind: 'label_printed',
      recipient: 'ada@engine.org',
      status: 'sent',
      createdAt: service.clock.now(),
      sentAt: service.clock.now(),
    });
    await service.publish(event);
    expect(await messages()).toHaveLength(1);
    const [text = '', ...more] = arrived('pur_1_1');
    expect(more).toEqual([]);
    const plain = text.replace(/=\r?\n/g, '').replace(/=3D/g, '=');
    expect(plain).toContain('From: "Mugs & Co" <shipping@parcelyard.example>');
    expect(plain).toContain('ada@engine.org');
    expect(plain).toContain('Subject: Your order ABC234 is ready to ship');
    expect(plain).toContain('Content-Type: text/plain');
    expect(plain).toContain('Content-Type: text/html');
    const link = 'https://ship.example/base/track/9400100000000000000000';
    expect(plain).toContain(`Track it here: ${link}`);
    expect(plain).toContain(`<a href="${link}">`);
    expect(plain).toContain('Hello Ada &lt;script&gt;,');
  });

  it('ends with the shop and its postal address', async () => {
    const postalAddress = '500 E Cesar Chavez St, Suite <2>, Austin, TX 78701';
    await service.publish(aPrintedLabel(account, 'pur_postal_1', { postalAddress }));
    await becomes('sent');
    const text = arrived('pur_postal_1')[0] ?? '';
    const plain = text.replace(/=\r?\n/g, '').replace(/=3D/g, '=');
    expect(plain).toMatch(/Sent by Ada Lovelace\r\n500 E Cesar Chavez St, Suite <2>, Austin, TX 78701\r/);
    expect(plain).toContain(
      'Sent by Ada Lovelace<br>500 E Cesar Chavez St, Suite &lt;2&gt;, Austin, TX 78701',
    );
  });

  it("has the owner's name without a company, the owner as reply address, and no name of the service [MCP-C11]", async () => {
    await service.publish(aPrintedLabel(account, 'pur_2_1', { recipientName: 'Guest' }));
    await becomes('sent');
    const [text = ''] = arrived('pur_2_1');
    expect(text).toContain('From: Ada Lovelace <shipping@parcelyard.example>');
    expect(text).toMatch(/^Reply-To: owner@engine\.org\r$/m);
    expect(text).toContain('Sent by Ada Lovelace');
    expect(text).toContain('\nHello,');
    expect(text).not.toContain('Ship.com');
  });

  it('has no header that comes from its data', async () => {
    const evil = 'X\r\nBcc: thief@evil.org\r\n\r\nbody';
    await service.publish(
      aPrintedLabel(account, 'pur_3_1', { orderNumber: evil, recipientName: evil, method: evil }),
    );
    await becomes('sent');
    const [headers = ''] = (arrived('pur_3_1')[0] ?? '').split('\r\n\r\n');
    expect(headers).not.toMatch(/^Bcc:/im);
    expect(headers).toContain('Subject: Your order X Bcc: thief@evil.org');
  });

  it.each(['ada@engine.org\r\nRCPT TO:<thief@evil.org>', 'a@b.org, c@d.org', 'nobody'])(
    'is not sent to %j, which is not a single address',
    async (recipientEmail) => {
      const before = sink.received.length;
      await service.publish(aPrintedLabel(account, `pur_4_${account}`, { recipientEmail }));
      await becomes('failed');
      expect(sink.received).toHaveLength(before);
    },
  );

  it.each([
    ['recipient', { recipient: { reply: 550 } }],
    ['text', { text: { reply: 554 } }],
  ])('fails permanently when the server refuses its %s', async (_what, behaviour) => {
    sink.behave(behaviour);
    await service.publish(aPrintedLabel(account, `pur_5_${account}`));
    expect((await becomes('failed'))?.sentAt).toBeUndefined();
    sink.behave({});
    service.clock.advance(86_400_000);
    await service.publish(aPrintedLabel(account, `pur_5_${account}`));
    expect((await messages())[0]?.status).toBe('failed');
    expect(arrived(`pur_5_${account}`)).toEqual([]);
  });

  it.each([
    [
      'requires authentication',
      { sender: { reply: 530, words: '5.7.0 Must issue a STARTTLS command first' } },
    ],
    [
      'refuses our sender',
      { sender: { reply: 553, words: '5.7.1 Sender address rejected: not owned by user' } },
    ],
    ['refuses to relay', { recipient: { reply: 554, words: '5.7.1 <ada@engine.org>: Relay access denied' } }],
    ['refuses to relay (Exim)', { recipient: { reply: 550, words: 'relay not permitted' } }],
    ['requires SPF', { text: { reply: 550, words: '5.7.26 This mail has been blocked: unauthenticated' } }],
  ])(
    'waits for the operator, who gets an alarm, when the server %s, and is sent after the correction',
    async (_what, behaviour) => {
      sink.behave(behaviour);
      const purchase = `pur_10_${account}`;
      const before = await tries('misconfigured');
      await service.publish(aPrintedLabel(account, purchase));
      const row = () =>
        database.db.collection('messages').findOne({ _id: `label_printed:${purchase}` as never });
      await eventually(async () => expect(await row()).toMatchObject({ status: 'queued', attempts: 1 }));
      expect(await tries('misconfigured')).toBe(before + 1);
      sink.behave({});
      service.clock.advance(2_000);
      await becomes('sent');
      expect(arrived(purchase)).toHaveLength(1);
    },
  );

  it.each([
    ['an unknown mailbox', { recipient: { reply: 550, words: '5.1.1 No such user here' } }],
    [
      'text that the server treats as spam',
      { text: { reply: 554, words: '5.7.1 Message rejected as spam' } },
    ],
    ['a mail that is too large', { sender: { reply: 552, words: '5.3.4 Message size exceeds fixed limit' } }],
  ])('fails permanently for %s, which is not a configuration fault', async (_what, behaviour) => {
    sink.behave(behaviour);
    const before = await tries('misconfigured');
    await service.publish(aPrintedLabel(account, `pur_11_${account}`));
    await becomes('failed');
    expect(await tries('misconfigured')).toBe(before);
  });

  it.each([
    ['asks for a later attempt', { recipient: { reply: 451 } }],
    ['asks for a later attempt after the text', { text: { reply: 451 } }],
    ['closes the connection before the text', { recipient: 'hang up' as const }],
  ])('is tried again when the server %s', async (_what, behaviour) => {
    sink.behave(behaviour);
    const purchase = `pur_6_${account}`;
    await service.publish(aPrintedLabel(account, purchase));
    const row = () =>
      database.db.collection('messages').findOne({ _id: `label_printed:${purchase}` as never });
    await eventually(async () => expect(await row()).toMatchObject({ status: 'queued', attempts: 1 }));
    expect((await row())?.dueAt).toEqual(new Date(service.clock.now().getTime() + 2_000));
    sink.behave({});
    service.clock.advance(2_000);
    await becomes('sent');
    expect(arrived(purchase)).toHaveLength(1);
  });

  it('ends as unknown and is never repeated when the connection is lost after its text was sent', async () => {
    sink.behave({ text: 'hang up' });
    await service.publish(aPrintedLabel(account, 'pur_7_1'));
    await becomes('unknown');
    sink.behave({});
    service.clock.advance(86_400_000);
    await service.publish(aPrintedLabel(account, 'pur_7_1'));
    await service.publish(aPrintedLabel(account, 'pur_7_2'));
    await eventually(async () =>
      expect((await messages()).map(({ status }) => status).sort()).toEqual(['sent', 'unknown']),
    );
    expect(arrived('pur_7_1')).toEqual([]);
  });

  it('that was being sent during a crash ends as unknown and is never sent again', async () => {
    const left = {
      _id: 'label_printed:pur_8_1' as never,
      accountId: account,
      v: 1,
      kind: 'label_printed',
      recipient: 'ada@engine.org',
      news: aPrintedLabel(account, 'pur_8_1'),
      status: 'sending',
      attempts: 0,
      createdAt: service.clock.now(),
      dueAt: service.clock.now(),
      leaseUntil: new Date(service.clock.now().getTime() + 180_000),
      fence: 1,
    };
    await database.db.collection('messages').insertOne(left);
    service.clock.advance(181_000);
    await becomes('unknown');
    expect(arrived('pur_8_1')).toEqual([]);
  });

  it('waits for a server that is down, longer each time, and is sent when the server is available', async () => {
    const down = await startSmtpSink();
    await down.stop();
    const other = await startTestDatabase();
    const waiting = await startCustomersEmail(other, down.url);
    const row = () => other.db.collection('messages').findOne({ _id: 'label_printed:pur_9_1' as never });
    await waiting.publish(aPrintedLabel(account, 'pur_9_1'));
    for (const [attempts, pause] of [
      [1, 2_000],
      [2, 4_000],
      [3, 8_000],
    ] as const) {
      await eventually(async () => expect(await row()).toMatchObject({ status: 'queued', attempts }));
      expect((await row())?.dueAt).toEqual(new Date(waiting.clock.now().getTime() + pause));
      waiting.clock.advance(pause);
    }
    await eventually(async () => expect(await row()).toMatchObject({ attempts: 4 }));
    const back = await startSmtpSink(down.port);
    waiting.clock.advance(3_600_000);
    await eventually(async () => expect(await row()).toMatchObject({ status: 'sent' }));
    expect(back.received).toHaveLength(1);
    await waiting.stop();
    await back.stop();
    await other.close();
  });
});
