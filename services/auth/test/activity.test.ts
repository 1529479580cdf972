import {
  ActivityActor,
  type ActivityAuthor,
  ActivityOutcome,
  type BeginActivityRequest,
} from '@parcelyard/contracts/activity';
import { type WatchedQueries, watchQueries } from '@parcelyard/testing/watch-queries';
import { FAR_AHEAD } from './support/an-app';
import { type AuthUnderTest, startAuth } from './support/start-auth';

const { UNSPECIFIED, DONE, REFUSED, FAILED } = ActivityOutcome;
const byToken: ActivityAuthor = {
  actor: ActivityActor.TOKEN,
  surface: 'mcp',
  appName: '',
  tokenIssuedAt: new Date('2026-03-02T15:00:00Z'),
};
const byApp: ActivityAuthor = {
  actor: ActivityActor.APP,
  surface: 'mcp',
  appName: 'Assistant',
  tokenIssuedAt: undefined,
};
const byOwner: ActivityAuthor = {
  actor: ActivityActor.OWNER,
  surface: 'web',
  appName: '',
  tokenIssuedAt: undefined,
};

let t: AuthUnderTest;
let watched: WatchedQueries;
beforeAll(async () => {
  t = await startAuth();
  watched = await watchQueries(t.database);
});
beforeEach(() => t.clock.set(FAR_AHEAD));
afterAll(async () => {
  await watched.close();
  await t.stop();
});

let requests = 0;
/** Moves the clock forward by one second, begins an action, and returns the id of its request. */
async function begin(accountId: number, changes: Partial<BeginActivityRequest> = {}): Promise<string> {
  t.clock.advance(1_000);
  requests += 1;
  const requestId = `request-${String(requests).padStart(4, '0')}`;
  const beginning = { author: byToken, action: 'buy_label', subject: { orderId: 1001 } };
  await t.auth.beginActivity({ accountId, requestId, ...beginning, ...changes });
  return requestId;
}

const list = (accountId: number, changes: object = {}) =>
  t.auth.listActivity({ accountId, before: '', pageSize: 50, ...changes });

describe('an action in the activity log', () => {
  it('is listed without an end as soon as it begins', async () => {
    const accountId = await t.anAccount();
    const requestId = await begin(accountId);
    expect(await list(accountId)).toEqual({
      entries: [
        {
          requestId,
          at: t.clock.now(),
          author: byToken,
          action: 'buy_label',
          subject: { orderId: 1001 },
          outcome: UNSPECIFIED,
          reason: '',
          endedAt: undefined,
        },
      ],
      next: '',
    });
  });

  it('gets an end with the final subject, and keeps the data of its beginning', async () => {
    const accountId = await t.anAccount();
    const requestId = await begin(accountId, { author: byApp, action: 'schedule_pickup' });
    t.clock.advance(3_000);
    const end = { outcome: DONE, reason: '', subject: { pickupId: 5, count: 2, amountCents: 0 } };
    await t.auth.endActivity({ accountId, requestId, ...end });
    const { entries } = await list(accountId);
    expect(entries).toMatchObject([
      {
        author: byApp,
        outcome: DONE,
        endedAt: t.clock.now(),
        subject: { orderId: 1001, pickupId: 5, count: 2, amountCents: 0 },
      },
    ]);
  });

  it('is one entry even when its beginning is sent several times, and its first end is stored', async () => {
    const accountId = await t.anAccount();
    const requestId = await begin(accountId);
    await t.auth.beginActivity({
      accountId,
      requestId,
      author: byOwner,
      action: 'another',
      subject: undefined,
    });
    const end = (outcome: ActivityOutcome, reason: string) =>
      t.auth.endActivity({ accountId, requestId, outcome, reason, subject: undefined });
    await end(REFUSED, 'day_limit_passed');
    await end(DONE, '');
    await end(FAILED, 'internal');
    const { entries } = await list(accountId);
    expect(entries).toMatchObject([
      { action: 'buy_label', author: byToken, outcome: REFUSED, reason: 'day_limit_passed' },
    ]);
  });

  it('is listed once when many actions begin and end at the same moment', async () => {
    const accountId = await t.anAccount();
    const requestIds = Array.from({ length: 20 }, (_, at) => `together-${String(at).padStart(2, '0')}`);
    const beginning = { accountId, author: byToken, action: 'buy_label', subject: { orderId: 1001 } };
    const twice = [...requestIds, ...requestIds];
    await Promise.all(twice.map((requestId) => t.auth.beginActivity({ ...beginning, requestId })));
    const end = { accountId, outcome: DONE, reason: '', subject: undefined };
    await Promise.all(requestIds.slice(1).map((requestId) => t.auth.endActivity({ ...end, requestId })));
    const { entries } = await list(accountId);
    expect(entries.map(({ requestId }) => requestId).sort()).toEqual(requestIds);
    const unended = entries.filter(({ outcome }) => outcome === UNSPECIFIED);
    expect(unended.map(({ requestId }) => requestId)).toEqual(['together-00']);
  });

  it('cannot be ended by another account, and an end without a beginning stores nothing', async () => {
    const [accountId, stranger] = [await t.anAccount(), await t.anAccount()];
    const requestId = await begin(accountId);
    const end = { requestId, outcome: DONE, reason: '', subject: undefined };
    await t.auth.endActivity({ accountId: stranger, ...end });
    expect((await list(accountId)).entries).toMatchObject([{ outcome: UNSPECIFIED }]);
    expect((await list(stranger)).entries).toEqual([]);
  });

  it.each([
    ['author', { author: undefined }],
    ['actor', { author: { ...byToken, actor: ActivityActor.UNSPECIFIED } }],
    ['author.surface', { author: { ...byToken, surface: 'fax' } }],
    ['action', { action: '' }],
    ['request_id', { requestId: '' }],
  ])('is refused without its %s', async (field, changes) => {
    const accountId = await t.anAccount();
    await expect(begin(accountId, changes)).rejects.toMatchObject({ code: 'invalid_argument', field });
    expect((await list(accountId)).entries).toEqual([]);
  });

  it('stores at most 200 characters of an app name', async () => {
    const accountId = await t.anAccount();
    await begin(accountId, { author: { ...byApp, appName: 'x'.repeat(300) } });
    expect((await list(accountId)).entries[0]?.author?.appName).toHaveLength(200);
  });
});

describe('the activity log', () => {
  it('lists the newest entries first, page by page, each exactly once', async () => {
    const accountId = await t.anAccount();
    const begun: string[] = [];
    for (let n = 0; n < 7; n += 1) begun.unshift(await begin(accountId));
    const pages: string[][] = [];
    let before = '';
    do {
      const { entries, next } = await list(accountId, { before, pageSize: 3 });
      pages.push(entries.map(({ requestId }) => requestId));
      before = next;
    } while (before !== '');
    expect(pages.map(({ length }) => length)).toEqual([3, 3, 1]);
    expect(pages.flat()).toEqual(begun);
  });

  it('keeps the order of entries of one millisecond, also across pages', async () => {
    const accountId = await t.anAccount();
    t.clock.set(FAR_AHEAD);
    const together = ['b', 'c', 'a'];
    for (const requestId of together) {
      await t.auth.beginActivity({
        accountId,
        requestId,
        author: byToken,
        action: 'buy_label',
        subject: undefined,
      });
    }
    const first = await list(accountId, { pageSize: 2 });
    const second = await list(accountId, { pageSize: 2, before: first.next });
    expect([first, second].flatMap(({ entries }) => entries.map(({ requestId }) => requestId))).toEqual([
      'c',
      'b',
      'a',
    ]);
  });

  it('can be filtered by actor or by action', async () => {
    const accountId = await t.anAccount();
    await begin(accountId);
    await begin(accountId, { author: byApp, action: 'cancel_order' });
    await begin(accountId, { author: byOwner, action: 'limits_changed' });
    const actionsOf = async (narrowed: object) =>
      (await list(accountId, narrowed)).entries.map(({ action }) => action);
    expect(await actionsOf({ actor: ActivityActor.APP })).toEqual(['cancel_order']);
    expect(await actionsOf({ actor: ActivityActor.OWNER })).toEqual(['limits_changed']);
    expect(await actionsOf({ action: 'buy_label' })).toEqual(['buy_label']);
    expect(await actionsOf({ action: 'nothing_like_it' })).toEqual([]);
  });

  it('shows no entry of another account', async () => {
    const [accountId, stranger] = [await t.anAccount(), await t.anAccount()];
    await begin(accountId);
    expect(await list(stranger)).toEqual({ entries: [], next: '' });
  });

  it('uses an index for every read and write, and reads no more than it returns', async () => {
    const auth = await t.anotherProcess(t.keys.ring, watched.mongo);
    const [accountId, neighbour] = [await t.anAccount(), await t.anAccount()];
    for (let n = 0; n < 6; n += 1) {
      await begin(neighbour);
      await begin(accountId, n % 2 ? { author: byApp } : { action: 'cancel_order' });
    }
    const { next: before } = await auth.listActivity({ accountId, before: '', pageSize: 2 });
    const pages = [{}, { actor: ActivityActor.APP }, { action: 'cancel_order' }];
    for (const narrowed of pages) {
      await auth.listActivity({ accountId, before: '', pageSize: 2, ...narrowed });
      await auth.listActivity({ accountId, before, pageSize: 2, ...narrowed });
    }
    const requestId = await begin(accountId);
    await auth.endActivity({ accountId, requestId, outcome: DONE, reason: '', subject: undefined });
    const explained = await watched.explain();
    expect(explained.length).toBeGreaterThan(6);
    // `wasted` counts documents that were read but not returned. It may be 1, because the last write finds the action's
    // document by id but changes nothing: the action has already ended.
    expect(
      explained.filter(({ indexed, sortsInMemory, wasted }) => !indexed || sortsInMemory || wasted > 1),
    ).toEqual([]);
  });
});
