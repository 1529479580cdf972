import type { OwnerNotice } from '@parcelyard/contracts/events';
import { eventually } from '@parcelyard/testing/eventually';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { type SmtpSink, startSmtpSink } from './support/smtp-sink';
import { startCustomersEmail } from './support/start-customers-email';

const ACCOUNT = 1_001;
const UNVERIFIED = 1_002;

describe('a notice from billing to the owner', () => {
  let database: TestDatabase;
  let sink: SmtpSink;
  let service: Awaited<ReturnType<typeof startCustomersEmail>>;
  beforeAll(async () => {
    database = await startTestDatabase();
    sink = await startSmtpSink();
    service = await startCustomersEmail(database, sink.url, { unverified: new Set([UNVERIFIED]) });
  });
  beforeEach(() => {
    sink.received.length = 0;
  });
  afterAll(async () => {
    await service.stop();
    await sink.stop();
    await database.close();
  });

  const aNotice = (given: Partial<OwnerNotice> = {}): OwnerNotice => ({
    accountId: ACCOUNT,
    key: 'receipt:rch_1',
    about: 'receipt',
    amountCents: 2_500,
    card: 'Visa ending in 4242',
    reference: 'rch_1',
    at: new Date('2026-03-04T15:00:00Z'),
    ...given,
  });
  const plain = (text = '') => text.replace(/=\r?\n/g, '').replace(/=3D/g, '=');
  const theMail = async () =>
    plain(
      await eventually(async () => {
        expect(sink.received).toHaveLength(1);
        return sink.received[0];
      }),
    );

  it('is one receipt with amount, day and card, however often the event is sent', async () => {
    await service.publishNotice(aNotice());
    await service.publishNotice(aNotice());
    const mail = await theMail();
    expect(mail).toContain('Subject: Receipt from Ship.com: $25.00');
    expect(mail).toContain(
      'On 2026-03-04 (UTC), we charged $25.00 to Visa ending in 4242 and added it to your balance.',
    );
    expect(mail).toContain('https://ship.example/base/settings/billing');
    expect(mail).toContain('Reference: rch_1');
    expect(mail).toMatch(/^To: .*owner@engine\.org/m);
    expect(await database.db.collection('messages').countDocuments({ accountId: ACCOUNT })).toBe(1);
  });

  it("says that nothing was charged and what to do when the bank requires the owner's confirmation", async () => {
    await service.publishNotice(aNotice({ key: 'card_wants_owner:1', about: 'card_wants_owner' }));
    const mail = await theMail();
    expect(mail).toContain('Nothing was charged, and no label was bought.');
    expect(mail).toContain('Confirm the card: https://ship.example/base/settings/billing');
  });

  it.each([
    ['card_expiring', 'expires within thirty days'],
    ['refund', 'was refunded to your card'],
    ['dispute', 'was disputed with the bank'],
  ])('describes %s', async (about, words) => {
    await service.publishNotice(aNotice({ key: about, about }));
    expect(await theMail()).toContain(words);
  });

  it.each([
    [410, 'A carrier charged $4.10 more for a label', '$4.10 was taken from your balance'],
    [-210, 'A carrier refunded $2.10 of postage', '$2.10 was added to your balance'],
  ])(
    'describes an adjustment of postage by %i cents with both weights',
    async (amountCents, subject, words) => {
      const adjustment = {
        adjustmentId: 'adj_1',
        cents: amountCents,
        reportNumber: 1,
        reason: '',
        at: new Date('2026-03-04T15:00:00Z'),
        billed: { weightOz: 1 },
        measured: { weightOz: 320, length: 12, width: 12, height: 12 },
      };
      const key = `carrier_adjustment:pur_1_1:adj_1:${amountCents}`;
      const notice = {
        key,
        about: 'carrier_adjustment',
        amountCents,
        adjustment,
        card: '',
        reference: '1Z999',
      };
      await service.publishNotice(aNotice(notice));
      await service.publishNotice(aNotice(notice));
      const mail = await theMail();
      expect(mail).toContain(`Subject: ${subject}`);
      expect(mail).toContain(words);
      expect(mail).toMatch(/billed for 1 oz, measured 320 oz/);
      expect(mail.replace(/\s+/g, ' ')).toContain('the carrier adjusted the postage of a label');
      expect(mail).toContain('Tracking number: 1Z999');
    },
  );

  it('is not sent to an unverified address, which may belong to another person', async () => {
    await service.publishNotice(aNotice({ accountId: UNVERIFIED, key: 'receipt:rch_2' }));
    await service.publishNotice(aNotice({ key: 'receipt:rch_3' }));
    await theMail();
    expect(await database.db.collection('messages').countDocuments({ accountId: UNVERIFIED })).toBe(0);
  });

  it('of an unknown kind is stored as a dead letter', async () => {
    await service.publishNotice(aNotice({ key: 'x', about: 'weather' }));
    await eventually(async () => {
      expect(await database.db.collection('dead_letters').countDocuments({ accountId: ACCOUNT })).toBe(1);
    });
  });
});
