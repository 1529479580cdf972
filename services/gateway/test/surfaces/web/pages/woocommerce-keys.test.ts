import type { PlatformConnection, WaitingStore } from '@parcelyard/contracts/orders';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { anAddress } from '../../../support/contracts';
import { ACCOUNT_ID } from '../../../support/fake-auth';
import { pressWithoutToken, visitAsOwner } from '../../../support/owner-visit';

const WAITING: WaitingStore = {
  storeName: 'Mugs',
  url: 'https://mugs.example',
  expiresAt: new Date('2026-03-01T13:00:00Z'),
};
const CONNECTED: PlatformConnection = {
  platform: 'woocommerce',
  storeName: 'Mugs',
  status: 'connected',
  events: 'wanted',
  connectedAt: new Date('2026-03-01T12:00:00Z'),
  failedWriteBacks: 0,
  fulfillment: undefined,
};

const CONSENT = {
  url: 'https://mugs.example/wc-auth/v1/authorize?scope=read_write',
  permissions: [{ name: 'read_write', reason: 'to read orders' }],
};

describe('the page that requests keys from a WooCommerce store', () => {
  const visit = async (waitingForCode?: WaitingStore, confirm = (): PlatformConnection => CONNECTED) => {
    const asked: unknown[] = [];
    const shipping = {
      getSettings: async () => ({ shipFrom: anAddress(), printSetting: 'pdf', insurance: false }),
      listCarriers: async () => ({ carriers: [], linked: [] }),
    };
    const mail = { labelPrintedEmail: true, senderName: '', addressUnverified: false };
    const customers = { getMailSettings: async () => mail as never };
    const orders = {
      getSyncStatus: async () => ({ jobs: [] }),
      listConnections: async () => ({ platforms: [], woocommerceKeys: true, waitingForCode }),
      confirmWooCommerceKeys: async (request: unknown) => {
        asked.push(request);
        return confirm();
      },
      beginWooCommerceKeys: async (request: unknown) => {
        asked.push(request);
        return CONSENT;
      },
    };
    return { ...(await visitAsOwner({ shipping, customers, orders })), asked };
  };

  it('says what the store will ask, and leads there', async () => {
    const { visitor, asked } = await visit();
    const page = await visitor.open('/settings/shipping');
    const fields = { keys_store_name: 'Mugs', keys_url: ' https://mugs.example ' };
    const { text, html } = await visitor.press(page, 'Continue to the store', fields);
    expect(asked).toEqual([
      {
        accountId: ACCOUNT_ID,
        storeName: 'Mugs',
        url: 'https://mugs.example',
        accountName: 'ada@example.com',
      },
    ]);
    expect(text).toContain('to read orders');
    expect(html).toContain(`href="${CONSENT.url}"`);
  });

  it("does nothing without the form's csrf token", async () => {
    const { visitor, asked } = await visit();
    const page = await visitor.open('/settings/shipping');
    expect((await pressWithoutToken(visitor, page, 'Continue to the store')).status).toBe(403);
    expect(asked).toEqual([]);
  });

  it('asks for the code that the store shows, and connects the store with it', async () => {
    const { visitor, asked } = await visit(WAITING);
    const page = await visitor.open('/settings/shipping');
    expect(page.text).toContain('Mugs (https://mugs.example) is not connected yet.');
    const { text } = await visitor.press(page, 'Connect the store', { code: '4821 9930' });
    expect(asked).toEqual([{ accountId: ACCOUNT_ID, code: '4821 9930' }]);
    expect(text).toContain('The store is connected.');
  });

  it('shows after a wrong code how many attempts are left', async () => {
    const { visitor } = await visit(WAITING, () => {
      throw new DomainError('invalid_argument', 'store_code_wrong', { left: 4 }, { field: 'code' });
    });
    const page = await visitor.open('/settings/shipping');
    const answer = await visitor.press(page, 'Connect the store', { code: '0000 0000' });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('This is not the code that your store shows. You have 4 tries left.');
  });

  it('says that the store does not answer, and the same code can be entered again', async () => {
    const { visitor } = await visit(WAITING, () => {
      throw new DomainError('unavailable', 'store_no_answer', { storeName: 'Mugs' });
    });
    const page = await visitor.open('/settings/shipping');
    const answer = await visitor.press(page, 'Connect the store', { code: '4821 9930' });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(answer.text).toContain('Mugs did not answer');
  });

  it("accepts no code without the form's csrf token", async () => {
    const { visitor, asked } = await visit(WAITING);
    const page = await visitor.open('/settings/shipping');
    expect((await pressWithoutToken(visitor, page, 'Connect the store')).status).toBe(403);
    expect(asked).toEqual([]);
  });

  it('says whether the store created keys', async () => {
    const { visitor } = await visit();
    const back = '/settings/shipping?changed=keys&user_id=1';
    expect((await visitor.open(`${back}&success=1`)).text).toContain(
      'The store created keys. To connect the store, enter the code',
    );
    expect((await visitor.open(`${back}&success=0`)).text).toContain('The store created no keys');
  });
});
