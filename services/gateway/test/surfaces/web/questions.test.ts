import type { VisitedPage } from '@parcelyard/testing/visitor';
import { aBalance, aLabel, anAddress, anOrder, someEntitlements } from '../../support/contracts';
import { fakeOwners } from '../../support/fake-owners';
import { type OwnerVisit, pressWithoutToken, visitAsOwner } from '../../support/owner-visit';
import type { Options } from '../../support/start-gateway';

const APP = {
  appId: 'app-1',
  name: 'Assistant',
  host: 'assistant.example',
  connections: 1,
  connectedAt: new Date('2026-03-01T00:00:00Z'),
  lastUsedAt: undefined,
};

const STORE = {
  platform: 'sandbox',
  storeName: 'Mugs',
  status: 'connected',
  connectedAt: new Date('2026-03-01T00:00:00Z'),
  fulfillment: undefined,
  failedWriteBacks: 0,
};

const RETURNED = anOrder({ status: 'WaitingForReturn', returnLabel: aLabel() });
const ORDER = `/orders/${RETURNED.orderId}`;

const CHANGES = new Set([
  ...['replaceAccessToken', 'disconnectApp', 'deleteWebhook', 'rotateWebhookSecret'],
  ...['disconnectPlatform', 'voidReturnLabel', 'changePlan'],
]);

interface State {
  apps: (typeof APP)[];
  platforms: (typeof STORE)[];
}

const stateful = (state: State): Partial<Options> => ({
  auth: {
    ...fakeOwners(),
    listConnectedApps: async () => ({ apps: state.apps }),
    disconnectApp: async () => {
      state.apps = [];
      return {};
    },
  },
  orders: {
    getOrder: async () => RETURNED,
    getWebhook: async () => ({
      url: 'https://shop.example/hook',
      signingSecret: 'whsec_c2VjcmV0',
      previousSecretExpiresAt: new Date('2026-03-03T15:00:00Z'),
    }),
    listWebhookDeliveries: async () => ({ deliveries: [] }),
    deleteWebhook: async () => ({}),
    rotateWebhookSecret: async () => ({}),
    listConnections: async () => ({ platforms: state.platforms }),
    getSyncStatus: async () => ({ jobs: [] }),
    disconnectPlatform: async () => {
      state.platforms = [];
      return {};
    },
  },
  shipping: {
    getSettings: async () => ({ shipFrom: anAddress(), printSetting: 'pdf', insurance: false }),
    listCarriers: async () => ({ carriers: [], linked: [] }),
    voidReturnLabel: async () => ({ outcome: { $case: 'result', result: {} } }) as never,
  },
  customers: {
    getMailSettings: async () => ({
      labelPrintedEmail: true,
      senderName: '',
      addressUnverified: false,
      replyTo: '',
      replyToAsked: '',
      bouncedAddresses: [],
    }),
  },
});

/** A shop whose plan was set by the operator. */
const BILLING: Partial<Options> = {
  billing: {
    getBalance: async () => aBalance(),
    getEntitlements: async () => ({ ...someEntitlements(), plan: 'growth', planName: 'Growth' }),
    listPlans: async () => ({
      plans: [
        { code: 'starter', name: 'Starter', priceCents: 0, features: undefined, selectable: true },
        { code: 'growth', name: 'Growth', priceCents: 4900, features: undefined, selectable: false },
      ],
    }),
    getCard: async () => ({
      state: 'none',
      brand: '',
      last4: '',
      expMonth: 0,
      expYear: 0,
      hasPortal: false,
      pageOrigins: [],
    }),
    listLedger: async () => ({ entries: [], total: 0 }),
    changePlan: async () => ({}),
  },
};

const changesOf = ({ gateway }: OwnerVisit): string[] =>
  [...gateway.authCalls, ...gateway.calls].map(({ method }) => method).filter((name) => CHANGES.has(name));

describe('an action that ends something at once and cannot be undone', () => {
  let visit: OwnerVisit;
  let state: State;
  beforeEach(async () => {
    state = { apps: [APP], platforms: [STORE] };
    visit = await visitAsOwner({ ...stateful(state), ...BILLING });
  });

  const ask = async (path: string, link: string): Promise<VisitedPage> =>
    visit.visitor.click(await visit.visitor.open(path), link);

  describe.each([
    {
      path: '/settings/api',
      link: 'Generate API key',
      consequence: 'The current key stops working immediately',
      button: 'Generate API key',
      change: 'replaceAccessToken',
    },
    {
      path: '/settings/mcp',
      link: 'Generate API key',
      consequence: 'The current key stops working immediately',
      button: 'Generate API key',
      change: 'replaceAccessToken',
    },
    {
      path: '/settings/webhook',
      link: 'Remove webhook',
      consequence: 'No more events are sent to https://shop.example/hook',
      button: 'Remove webhook',
      change: 'deleteWebhook',
    },
    {
      path: '/settings/webhook',
      link: 'Rotate',
      consequence: 'The previous secret stops working immediately',
      button: 'Rotate the secret',
      change: 'rotateWebhookSecret',
    },
    {
      path: '/settings/apps',
      link: 'Disconnect Assistant',
      consequence: 'The next request of Assistant is refused',
      button: 'Disconnect the app',
      change: 'disconnectApp',
    },
    {
      path: '/settings/shipping',
      link: 'Disconnect Mugs',
      consequence: 'We delete the credentials of Mugs',
      button: 'Disconnect the store',
      change: 'disconnectPlatform',
    },
    {
      path: ORDER,
      link: 'Void the return label',
      consequence: 'The customer can no longer send the parcel with this label',
      button: 'Void the return label',
      change: 'voidReturnLabel',
    },
    {
      path: '/settings/billing',
      link: 'Choose Starter',
      consequence: 'Your plan Growth ends now, and you cannot choose it again yourself.',
      button: 'Change the plan',
      change: 'changePlan',
    },
  ])('$link on $path', ({ path, link, consequence, button, change }) => {
    it('asks first, and says what it ends', async () => {
      const question = await ask(path, link);
      expect(question.text).toContain(consequence);
      expect(changesOf(visit)).toEqual([]);
      const back = await visit.visitor.click(question, 'Cancel');
      expect(new URL(back.path, 'http://own.example').pathname).toBe(path);
      expect(changesOf(visit)).toEqual([]);
    });

    it('is done once the question is answered, and only with the token of its form', async () => {
      const question = await ask(path, link);
      expect((await pressWithoutToken(visit.visitor, question, button)).status).toBe(403);
      expect(changesOf(visit)).toEqual([]);
      const after = await visit.visitor.press(question, button);
      expect(after.path.replace(/[?#].*/, '')).toBe(path);
      expect(changesOf(visit)).toEqual([change]);
    });

    it('of an ended session leads, after the sign-in, to its page', async () => {
      const question = await ask(path, link);
      const { visitor } = visit;
      await visitor.press(await visitor.open('/settings/account'), 'Sign out');
      const signIn = await visitor.press(question, button);
      expect(signIn.text).toContain('You are signed out, so your last click changed nothing.');
      expect(changesOf(visit)).toEqual([]);
    });
  });

  it('does not end a store that was connected after the question', async () => {
    const question = await ask('/settings/shipping', 'Disconnect Mugs');
    state.platforms = [{ ...STORE, storeName: 'Plates' }];
    const after = await visit.visitor.press(question, 'Disconnect the store');
    expect(after.text).toContain('We delete the credentials of Plates');
    expect(changesOf(visit)).toEqual([]);
  });

  it.each([
    ['/settings/apps/disconnect?app=app-1', '/settings/apps'],
    ['/settings/shipping/disconnect?platform=sandbox', '/settings/shipping#platforms'],
    ['/settings/billing/plan?plan=growth', '/settings/billing#plans'],
  ])('that is done already is not asked again: %s leads to %s', async (question, page) => {
    Object.assign(state, { apps: [], platforms: [] });
    expect((await visit.visitor.open(question)).path).toBe(page);
  });
});
