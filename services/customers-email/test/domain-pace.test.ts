import { eventually } from '@parcelyard/testing/eventually';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { createDomainPace } from '../src/adapters/mongo/domain-pace';
import { type SmtpSink, startSmtpSink } from './support/smtp-sink';
import { aPrintedLabel, SHIP_FROM as shipFrom, startCustomersEmail } from './support/start-customers-email';

const ACCOUNT = 301;
const LETTER = { subject: 'Sale', body: 'Come by.' };

describe('mail to one domain', () => {
  let database: TestDatabase;
  let sink: SmtpSink;

  beforeEach(async () => {
    database = await startTestDatabase();
    sink = await startSmtpSink();
  });
  afterEach(async () => {
    await sink.stop();
    await database.close();
  });

  it('gets its sending times one after another, also when several replicas reserve at once', async () => {
    const clock = new FakeClock();
    const replicas = [1, 2, 3].map(() => createDomainPace(database.db, clock, 10));
    const asked = Array.from({ length: 30 }, (_, n) =>
      (replicas[n % 3] as (typeof replicas)[number]).reserve('engine.org', 'others'),
    );
    const start = clock.now().getTime();
    const moments = (await Promise.all(asked)).map((at) => at.getTime() - start).sort((a, b) => a - b);
    // Each second has ten slots for the domain. Five of them are only for campaigns, so mail of the kind `others` gets
    // one slot every 200 ms.
    expect(moments).toEqual(Array.from({ length: 30 }, (_, n) => n * 200));
    expect(await replicas[0]?.reserve('engine.org', 'campaigns')).toEqual(clock.now());
    expect(await replicas[0]?.reserve('navy.example', 'others')).toEqual(clock.now());
    clock.advance(60_000);
    expect(await replicas[1]?.reserve('engine.org', 'others')).toEqual(clock.now());
  });

  it('waits at most twelve hours, and keeps its pace when more mail comes than twelve hours can send', async () => {
    const clock = new FakeClock();
    // One mail an hour.
    const pace = createDomainPace(database.db, clock, 2 / 3_600);
    const start = clock.now().getTime();
    const hours: number[] = [];
    for (let mail = 0; mail < 16; mail += 1)
      hours.push(((await pace.reserve('engine.org', 'campaigns')).getTime() - start) / 3_600_000);
    expect(hours).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 12, 12, 12]);
    clock.advance(3_600_000);
    const next = await pace.reserve('engine.org', 'campaigns');
    expect((next.getTime() - start) / 3_600_000).toBe(12);
  });

  it('is sent at the pace, and neither another domain nor mail about parcels waits for a campaign', async () => {
    const clock = new FakeClock();
    const changes = { MAILS_PER_DOMAIN_PER_SECOND: 2 };
    const service = await startCustomersEmail(database, sink.url, { clock, changes });
    const to = (text: string) => sink.envelopes.filter(({ to: address }) => address.endsWith(text)).length;
    for (const email of ['a@engine.org', 'b@engine.org', 'c@Engine.org', 'd@navy.example']) {
      await service.customers.saveCustomer({ accountId: ACCOUNT, email });
    }
    await service.customers.sendCampaign({
      accountId: ACCOUNT,
      segment: 'all',
      customerIds: [],
      days: 0,
      ...LETTER,
      shipFrom,
      confirm: true,
    });
    await eventually(() => expect([to('@engine.org'), to('@navy.example')]).toEqual([1, 1]));
    // The two other mails to engine.org wait for later slots of this domain.
    await eventually(async () => {
      const waiting = { accountId: ACCOUNT, slotAt: { $exists: true } };
      const found = await database.db.collection('messages').find(waiting).toArray();
      expect(found.map(({ slotAt }) => slotAt.getTime() - clock.now().getTime()).sort()).toEqual([
        1_000, 2_000,
      ]);
    });
    await service.publish(aPrintedLabel(ACCOUNT, 'pur_301_1', { recipientEmail: 'parcel@engine.org' }));
    await eventually(() => expect(to('parcel@engine.org')).toBe(1));
    clock.advance(1_000);
    await eventually(() => expect(sink.received).toHaveLength(4));
    clock.advance(1_000);
    await eventually(() => expect(sink.received).toHaveLength(5));
    await service.stop();
  });
});
