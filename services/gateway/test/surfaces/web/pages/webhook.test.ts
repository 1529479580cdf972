import { createHash } from 'node:crypto';
import type { Webhook, WebhookDelivery } from '@parcelyard/contracts/orders';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { ACCOUNT_ID } from '../../../support/fake-auth';
import { pressWithoutToken, visitAsOwner } from '../../../support/owner-visit';
import type { Options } from '../../../support/start-gateway';

const PATH = '/settings/webhook';
const SECRET = 'whsec_c2VjcmV0';
const delivery = {
  eventType: 'label_printed',
  deliveryId: 7,
  eventId: 70,
  accountId: ACCOUNT_ID,
  orderId: 1001,
  attempt: 10,
  status: 'failed',
  responseCode: 503,
  durationMs: 12,
  lastError: 'The endpoint answered 503.',
  nextAttemptAt: undefined,
  createdAt: new Date('2026-03-02T15:00:00Z'),
};

function services(webhook: Webhook, deliveries: WebhookDelivery[] = [delivery], test = {}) {
  const saved: { method: string; request: unknown }[] = [];
  const save =
    <T>(method: string, answer: T) =>
    async (request: unknown) => {
      saved.push({ method, request });
      return answer;
    };
  const orders: Options['orders'] = {
    getWebhook: async () => webhook,
    listWebhookDeliveries: async () => ({ deliveries }),
    registerWebhook: save('registerWebhook', { url: 'https://shop.example/hook', signingSecret: SECRET }),
    deleteWebhook: save('deleteWebhook', {}),
    replayWebhookDelivery: save('replayWebhookDelivery', delivery),
    rotateWebhookSecret: save('rotateWebhookSecret', webhook),
    testWebhook: save('testWebhook', { ...delivery, ...test }),
  };
  return { orders, saved };
}
const registered = { url: 'https://shop.example/hook', signingSecret: SECRET };

describe('the webhook page', () => {
  it('saves a URL and says so', async () => {
    const { orders, saved } = services({}, []);
    const { visitor } = await visitAsOwner({ orders });
    const page = await visitor.open(PATH);
    expect(page.text).toContain('No event has been sent yet.');
    const after = await visitor.press(page, 'Save', { url: ' https://shop.example/hook ' });
    expect(after.text).toContain('The webhook was saved.');
    expect(saved).toEqual([
      { method: 'registerWebhook', request: { accountId: ACCOUNT_ID, url: 'https://shop.example/hook' } },
    ]);
  });

  it('says that no older event exists, and links to the newest, when the last page was full', async () => {
    const { orders } = services(registered, []);
    const { visitor } = await visitAsOwner({ orders });
    const { text, html } = await visitor.open(`${PATH}?before=7`);
    expect(text).toContain('There are no older events.');
    expect(text).not.toContain('No event has been sent yet.');
    expect(html).toContain(`href="${PATH}" class="button quiet small">Newest`);
  });

  it.each(['constructor', '__proto__', 'toString'])('shows no notice for ?changed=%s', async (changed) => {
    const { visitor } = await visitAsOwner(services(registered));
    expect((await visitor.open(`${PATH}?changed=${changed}`)).html).not.toContain('class="notice');
  });

  it('shows beside the field why a URL is refused, and keeps it', async () => {
    const registerWebhook = async () => {
      const rule = 'must be on a public host';
      throw new DomainError('invalid_argument', 'url_refused', { rule }, { field: 'url' });
    };
    const { orders } = services({});
    const { visitor } = await visitAsOwner({ orders: { ...orders, registerWebhook } });
    const after = await visitor.press(await visitor.open(PATH), 'Save', { url: 'http://10.0.0.1/' });
    expect(after.status).toBe(400);
    expect(after.html).toContain('id="url-error">URL must be on a public host.');
    expect(after.html).toContain('value="http://10.0.0.1/"');
  });

  it('shows the secret only on request', async () => {
    const { visitor } = await visitAsOwner({ orders: services(registered).orders });
    const page = await visitor.open(PATH);
    expect(page.html).not.toContain(SECRET);
    const shown = await visitor.press(page, 'Show');
    expect(shown.text).toContain(SECRET);
    expect(shown.headers.get('cache-control')).toBe('no-store');
  });

  it('shows the delivery log and replays what failed', async () => {
    const { orders, saved } = services(registered);
    const { visitor } = await visitAsOwner({ orders });
    const page = await visitor.open(PATH);
    for (const shown of ['Failed', 'HTTP 503, 12 ms', 'The endpoint answered 503.', '1001', '70']) {
      expect(page.text).toContain(shown);
    }
    const after = await visitor.press(page, 'Replay');
    expect(after.text).toContain('The delivery is being sent again.');
    expect(saved).toEqual([
      { method: 'replayWebhookDelivery', request: { accountId: ACCOUNT_ID, deliveryId: 7 } },
    ]);
  });

  it('replays only failed deliveries, and none without a URL', async () => {
    const waiting = { ...delivery, status: 'retrying' };
    const retrying = await visitAsOwner({ orders: services(registered, [waiting]).orders });
    expect((await retrying.visitor.open(PATH)).html).not.toContain('/replay"');
    const removed = await visitAsOwner({ orders: services({ signingSecret: SECRET }).orders });
    expect((await removed.visitor.open(PATH)).html).not.toContain('/replay"');
  });

  it('rotates the secret, shows how long the old one also signs, and records it [REST-W13]', async () => {
    const { orders, saved } = services(registered);
    const rotated = { ...registered, previousSecretExpiresAt: new Date('2026-03-03T15:00:00Z') };
    const getWebhook = async () => (saved.length === 0 ? registered : rotated);
    const { visitor, gateway } = await visitAsOwner({ orders: { ...orders, getWebhook } });
    const after = await visitor.press(await visitor.open(PATH), 'Rotate');
    expect(after.text).toContain('The signing secret was rotated.');
    expect(after.text).toMatch(/Events are also signed with the previous secret until\s+Mar 3, 2026/);
    expect(after.html).not.toContain(SECRET);
    const replacesSha256 = createHash('sha256').update(SECRET).digest('hex');
    expect(saved).toEqual([
      { method: 'rotateWebhookSecret', request: { accountId: ACCOUNT_ID, replacesSha256 } },
    ]);
    expect(gateway.authCalls.filter(({ method }) => method === 'beginActivity')).toMatchObject([
      { request: { action: 'webhook_secret_rotated' } },
    ]);
  });

  it('records one rotation when the button is clicked twice', async () => {
    const { orders, saved } = services(registered);
    const getWebhook = async () =>
      saved.length === 0 ? registered : { ...registered, signingSecret: 'whsec_next' };
    const { visitor, gateway } = await visitAsOwner({ orders: { ...orders, getWebhook } });
    const page = await visitor.open(PATH);
    await visitor.press(page, 'Rotate');
    expect((await visitor.press(page, 'Rotate')).text).toContain('The signing secret was rotated.');
    expect(gateway.authCalls.filter(({ method }) => method === 'beginActivity')).toHaveLength(1);
  });

  it('says that a secret can no longer be read, and rotates it once by two clicks', async () => {
    const { orders, saved } = services({ url: 'https://shop.example/hook' });
    const { visitor } = await visitAsOwner({ orders });
    const page = await visitor.open(PATH);
    expect(page.text).toMatch(/The signing secret can no longer be read, so no event is sent\.\s+Rotate it/);
    expect(page.html).not.toContain(`${PATH}/secret"`);
    const after = await visitor.press(page, 'Rotate');
    expect(after.text).toContain('Give your endpoint the new secret now.');
    const replacesSha256 = createHash('sha256').update('').digest('hex');
    expect(saved).toEqual([
      { method: 'rotateWebhookSecret', request: { accountId: ACCOUNT_ID, replacesSha256 } },
    ]);
  });

  it.each([
    ['delivered', 'Your endpoint accepted the test event.'],
    ['failed', 'Your endpoint did not accept the test event.'],
  ])('sends a test event and says that it was %s [REST-W14]', async (status, said) => {
    const { orders, saved } = services(registered, [{ ...delivery, orderId: undefined }], { status });
    const { visitor } = await visitAsOwner({ orders });
    const page = await visitor.open(PATH);
    expect(page.html).not.toContain('href="/orders/');
    const after = await visitor.press(page, 'Send a test event');
    expect(after.text).toContain(said);
    expect(saved).toEqual([{ method: 'testWebhook', request: { accountId: ACCOUNT_ID } }]);
  });

  it('offers neither test nor rotation without a URL', async () => {
    const { visitor } = await visitAsOwner({ orders: services({ signingSecret: SECRET }).orders });
    const { html } = await visitor.open(PATH);
    expect(html).not.toContain('/rotate-secret"');
    expect(html).not.toContain('/test"');
  });

  it('links to older deliveries', async () => {
    const many = Array.from({ length: 50 }, (_, index) => ({ ...delivery, deliveryId: 100 - index }));
    const { visitor, gateway } = await visitAsOwner({ orders: services(registered, many).orders });
    expect((await visitor.open(PATH)).html).toContain('href="/settings/webhook?before=51"');
    await visitor.open(`${PATH}?before=51`);
    const asked = gateway.calls.filter(({ method }) => method === 'listWebhookDeliveries').at(-1);
    expect(asked?.request).toEqual({ accountId: ACCOUNT_ID, limit: 50, beforeDeliveryId: 51 });
  });

  it('removes the webhook after a question', async () => {
    const { orders, saved } = services(registered);
    const { visitor } = await visitAsOwner({ orders });
    const after = await visitor.press(await visitor.open(`${PATH}/remove`), 'Remove webhook');
    expect(after.text).toContain('No more events are sent.');
    expect(saved).toEqual([{ method: 'deleteWebhook', request: { accountId: ACCOUNT_ID } }]);
  });

  it("answers another account's delivery like an unknown one", async () => {
    const replayWebhookDelivery = async () => {
      throw new DomainError(
        'not_found',
        'text',
        { text: 'Webhook delivery 7 was not found.' },
        { field: 'delivery_id' },
      );
    };
    const { orders } = services(registered);
    const { visitor } = await visitAsOwner({ orders: { ...orders, replayWebhookDelivery } });
    const page = await visitor.open(PATH);
    const [foreign, nonsense] = await Promise.all([
      visitor.press(page, 'Replay'),
      visitor.press(page, 'Replay', { delivery_id: 'x' }),
    ]);
    expect([foreign?.status, nonsense?.status]).toEqual([404, 404]);
    expect(foreign?.text).toBe(nonsense?.text);
  });

  it.each(['Save', 'Show', 'Replay', 'Rotate', 'Send a test event'])(
    'refuses "%s" without the form\'s csrf token',
    async (button) => {
      const { orders, saved } = services(registered);
      const { visitor } = await visitAsOwner({ orders });
      const answer = await pressWithoutToken(visitor, await visitor.open(PATH), button);
      expect(answer.status).toBe(403);
      expect(await answer.text()).not.toContain(SECRET);
      expect(saved).toEqual([]);
    },
  );
});
