import { anAddress } from '../../../support/contracts';
import { ACCOUNT_ID } from '../../../support/fake-auth';
import { pressWithoutToken, visitAsMember } from '../../../support/member-visit';

const CONSENT = {
  url: 'https://mugs.example/wc-auth/v1/authorize?scope=read_write',
  permissions: [{ name: 'read_write', reason: 'to read orders' }],
};

describe('the way to a WooCommerce store’s keys', () => {
  const visit = async () => {
    const asked: unknown[] = [];
    const shipping = {
      getSettings: async () => ({ shipFrom: anAddress(), printSetting: 'pdf', insurance: false }),
      listCarriers: async () => ({ carriers: [], linked: [] }),
    };
    const mail = { labelPrintedEmail: true, senderName: '', addressUnverified: false };
    const customers = { getMailSettings: async () => mail as never };
    const orders = {
      getSyncStatus: async () => ({ jobs: [] }),
      listConnections: async () => ({ platforms: [], woocommerceKeys: true }),
      beginWooCommerceKeys: async (request: unknown) => {
        asked.push(request);
        return CONSENT;
      },
    };
    return { ...(await visitAsMember({ shipping, customers, orders })), asked };
  };

  it('says what the store will be asked for, and leads there', async () => {
    const { visitor, asked } = await visit();
    const page = await visitor.open('/settings/shipping');
    const fields = { keys_store_name: 'Mugs', keys_url: ' https://mugs.example ' };
    const { text, html } = await visitor.press(page, 'Go on to the store', fields);
    expect(asked).toEqual([{ accountId: ACCOUNT_ID, storeName: 'Mugs', url: 'https://mugs.example' }]);
    expect(text).toContain('to read orders');
    expect(html).toContain(`href="${CONSENT.url}"`);
  });

  it('begins nothing without the form’s token', async () => {
    const { visitor, asked } = await visit();
    const page = await visitor.open('/settings/shipping');
    expect((await pressWithoutToken(visitor, page, 'Go on to the store')).status).toBe(403);
    expect(asked).toEqual([]);
  });

  it('says whether the store made keys', async () => {
    const { visitor } = await visit();
    const back = '/settings/shipping?changed=keys&user_id=1';
    expect((await visitor.open(`${back}&success=1`)).text).toContain('The store is connected.');
    expect((await visitor.open(`${back}&success=0`)).text).toContain('The store made no keys');
  });
});
