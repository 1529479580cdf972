import { OwnerEmailKind } from '@parcelyard/contracts/customers';
import { eventually } from '@parcelyard/testing/eventually';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { type SmtpSink, startSmtpSink } from './support/smtp-sink';
import { startCustomersEmail } from './support/start-customers-email';

const ACCOUNT = 1_001;
const LINK = '/verify/1001.a-secret-of-the-link';

describe('a mail of the service to an owner', () => {
  let database: TestDatabase;
  let sink: SmtpSink;
  let service: Awaited<ReturnType<typeof startCustomersEmail>>;
  beforeAll(async () => {
    database = await startTestDatabase();
    sink = await startSmtpSink();
    service = await startCustomersEmail(database, sink.url, { unverified: new Set([ACCOUNT]) });
  });
  beforeEach(() => {
    sink.received.length = 0;
  });
  afterAll(async () => {
    await service.stop();
    await sink.stop();
    await database.close();
  });

  const send = (key: string, kind = OwnerEmailKind.VERIFY_ADDRESS, recipient = 'ada@engine.org') =>
    service.customers.sendOwnerEmail({
      accountId: ACCOUNT,
      kind,
      recipient,
      recipientName: 'Ada\r\nBcc: x@y.z',
      linkPath: LINK,
      key,
      expiresAt: new Date('2026-03-04T15:00:00Z'),
    });
  const plain = (text = '') => text.replace(/=\r?\n/g, '').replace(/=3D/g, '=');

  it('contains the link to verify an address, is sent once for each key, and comes from the service', async () => {
    await service.customers.updateMailSettings({ accountId: ACCOUNT, senderName: 'A shop' });
    await Promise.all([send('k1'), send('k1'), send('k1')]);
    const mail = plain(await eventually(async () => expectOne(sink.received)));
    expect(mail).toContain(`https://ship.example/base${LINK}`);
    expect(mail).toMatch(/^From: "?Ship\.com"? </m);
    expect(mail).toContain('until 2026-03-04 15:00 UTC');
    expect(mail).not.toMatch(/^Bcc:|List-Unsubscribe|A shop/m);
  });

  it('is stored without its link after it was sent, because the link is a credential', async () => {
    await send('k2');
    await eventually(async () => {
      const kept = await database.db.collection('messages').findOne({ accountId: ACCOUNT, status: 'sent' });
      expect(kept).not.toBeNull();
    });
    await eventually(async () => {
      const kept = await database.db.collection('messages').find({ accountId: ACCOUNT }).toArray();
      expect(JSON.stringify(kept)).not.toContain('a-secret-of-the-link');
    });
  });

  it('says that an account for the address exists already', async () => {
    await send('k3', OwnerEmailKind.ADDRESS_IN_USE, 'eve@engine.org');
    const mail = plain(await eventually(async () => expectOne(sink.received)));
    expect(mail).toContain('already has an account');
    expect(mail).toContain('nothing was changed');
  });

  it('that was being sent during a crash is sent again, because its link may be missing', async () => {
    const now = service.clock.now();
    await database.db.collection('messages').insertOne({
      _id: 'owner_email:k9' as never,
      v: 1,
      accountId: ACCOUNT,
      kind: 'owner_email',
      attempts: 0,
      recipient: 'ada@engine.org',
      recipientName: 'Ada',
      status: 'sending',
      createdAt: now,
      fence: 1,
      news: { about: 'verify_address', linkPath: LINK, expiresAt: new Date('2026-03-04T15:00:00Z') },
      dueAt: now,
      leaseUntil: new Date(now.getTime() + 180_000),
    });
    service.clock.advance(181_000);
    const mail = plain(await eventually(async () => expectOne(sink.received)));
    expect(mail).toContain(LINK);
    expect(mail).toMatch(/^Message-ID:\s+<owner_email\.k9\./im);
  });

  it('is refused unless its recipient is one plain address', async () => {
    for (const recipient of ['', 'a@b.c, d@e.f', 'a b@c.d'])
      await expect(send('k4', OwnerEmailKind.VERIFY_ADDRESS, recipient)).rejects.toMatchObject({
        field: 'recipient',
      });
  });
});

function expectOne(received: readonly string[]): string {
  expect(received).toHaveLength(1);
  return received[0] as string;
}
