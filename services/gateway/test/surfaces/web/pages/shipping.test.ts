import type { SetTimeZoneRequest } from '@parcelyard/contracts/auth';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { anAddress } from '../../../support/contracts';
import { ACCOUNT_ID } from '../../../support/fake-auth';
import { fakeOwners } from '../../../support/fake-owners';
import { pressWithoutToken, visitAsOwner } from '../../../support/owner-visit';
import type { Options } from '../../../support/start-gateway';

const SETTINGS = { shipFrom: anAddress(), printSetting: 'pdf', insurance: false };

const ACCOUNT = {
  accountId: ACCOUNT_ID,
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Lovelace',
  company: '',
  createdAt: new Date('2026-03-01T00:00:00Z'),
  addressVerified: true,
};

function services(check = 'verified') {
  const saved: { method: string; request: unknown }[] = [];
  const save =
    <T>(method: string, answer: T) =>
    async (request: unknown) => {
      saved.push({ method, request });
      return answer;
    };
  const setTimeZone = async (request: SetTimeZoneRequest) => {
    if (request.timeZone === 'Mars/Olympus') {
      const params = { got: request.timeZone };
      throw new DomainError('invalid_argument', 'time_zone_unknown', params, { field: 'time_zone' });
    }
    saved.push({ method: 'setTimeZone', request });
    return ACCOUNT;
  };
  const options: Partial<Options> = {
    auth: { ...fakeOwners(), setTimeZone },
    shipping: {
      getSettings: async () => SETTINGS,
      updateSettings: save('updateSettings', SETTINGS),
      validateAddress: async ({ address }) => ({
        status: check,
        originalAddress: address,
        matchedAddress: undefined,
        changedFields: [],
        addressType: 'unknown',
        messages: [],
      }),
      listCarriers: async () => ({
        carriers: [{ code: 'ups', name: 'UPS', services: ['UPS Ground'] }],
        linked: [
          {
            carrierAccountId: 1,
            carrier: 'ups',
            accountNumber: 'A1B2C3D4',
            status: 'active',
            linkedAt: new Date('2026-03-02'),
          },
        ],
      }),
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
      updateMailSettings: save('updateMailSettings', {
        labelPrintedEmail: true,
        senderName: '',
        addressUnverified: false,
      }),
    },
    orders: {
      listConnections: async () => ({ platforms: [] }),
      getSyncStatus: async () => ({ jobs: [] }),
      connectPlatform: save('connectPlatform', {
        platform: 'sandbox',
        storeName: 'My shop',
        status: 'connected',
        connectedAt: new Date('2026-03-02'),
        fulfillment: undefined,
        failedWriteBacks: 0,
      }),
    },
  };
  return { options, saved };
}

const PATH = '/settings/shipping';

describe('the shop’s time zone', () => {
  it('is shown, and has its own form', async () => {
    const { options, saved } = services();
    const { visitor } = await visitAsOwner(options);
    const page = await visitor.open(PATH);
    expect(page.html).toMatch(/<option value="America\/Chicago" selected[^>]*>Central \(America\/Chicago\)</);
    const answer = await visitor.press(page, 'Save time zone', { time_zone: 'Europe/Berlin' });
    expect(answer.text).toContain('The time zone was saved.');
    expect(saved).toEqual([
      {
        method: 'setTimeZone',
        request: { accountId: ACCOUNT_ID, timeZone: 'Europe/Berlin', guessed: false },
      },
    ]);
  });

  it('that is unknown is refused with the form and the error', async () => {
    const { options, saved } = services();
    const { visitor } = await visitAsOwner(options);
    const page = await visitor.open(PATH);
    const answer = await visitor.press(page, 'Save time zone', { time_zone: 'Mars/Olympus' });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('Time zone must be an IANA time zone, such as America/Chicago');
    expect(saved).toEqual([]);
  });

  it('is guessed from a saved ship-from address', async () => {
    const { options, saved } = services();
    const { visitor } = await visitAsOwner(options);
    await visitor.press(await visitor.open(PATH), 'Save address', { state: 'CA', zip: '94105' });
    expect(saved).toContainEqual({
      method: 'setTimeZone',
      request: { accountId: ACCOUNT_ID, timeZone: 'America/Los_Angeles', guessed: true },
    });
  });
});

describe('the shipping page', () => {
  it('shows the settings of three services, carriers and platforms', async () => {
    const { visitor } = await visitAsOwner(services().options);
    const { html, text } = await visitor.open(PATH);
    expect(html).toContain('name="street1" type="text" value="350 5th Ave"');
    expect(html).toMatch(/<option value="pdf" selected[^>]*>/);
    expect(html).toMatch(/id="label_printed_email" name="label_printed_email" checked/);
    expect(html).not.toMatch(/name="insurance" checked/);
    expect(text).toContain('••C3D4');
    expect(html).not.toContain('A1B2C3D4');
  });

  it('saves the ship-from address as typed, without surrounding spaces', async () => {
    const { options, saved } = services();
    const { visitor } = await visitAsOwner(options);
    const fields = { name: ' Grace Hopper ', state: 'ny', zip: '10118-0110', company: '' };
    const after = await visitor.press(await visitor.open(PATH), 'Save address', fields);
    expect(after.text).toContain('The ship-from address was saved.');
    expect(saved).toEqual([
      {
        method: 'updateSettings',
        request: {
          accountId: ACCOUNT_ID,
          shipFrom: anAddress({
            name: 'Grace Hopper',
            firstName: '',
            lastName: '',
            state: 'NY',
            zip: '10118-0110',
          }),
        },
      },
      {
        method: 'setTimeZone',
        request: { accountId: ACCOUNT_ID, timeZone: 'America/New_York', guessed: true },
      },
    ]);
  });

  it('saves an address that no carrier knows, and says so', async () => {
    const { visitor } = await visitAsOwner(services('error').options);
    const after = await visitor.press(await visitor.open(PATH), 'Save address');
    expect(after.text).toContain('it could not be verified');
  });

  it('names every wrong field at once, keeps the typed text and saves nothing', async () => {
    const { options, saved } = services();
    const { visitor } = await visitAsOwner(options);
    const wrong = { name: '', company: ' ', street1: '', city: 'x'.repeat(101), zip: '1011', email: 'ada' };
    const after = await visitor.press(await visitor.open(PATH), 'Save address', wrong);
    expect(after.status).toBe(400);
    for (const sentence of [
      'Enter a name or a company.',
      'Street and number is required.',
      'City must have 100 characters at most.',
      'ZIP code must have five digits, such as 78701; got "1011".',
      'E-mail address must be like name@example.com.',
    ]) {
      expect(after.text).toContain(sentence);
    }
    expect(after.html).toContain('name="zip" type="text" value="1011"');
    expect(saved).toEqual([]);
  });

  it('shows an error of the service beside its field', async () => {
    const { options } = services();
    const updateSettings = async () => {
      throw new DomainError('invalid_argument', 'state_not_us', { got: 'ZZ' }, { field: 'ship_from.state' });
    };
    const shipping = { ...options.shipping, updateSettings };
    const { visitor } = await visitAsOwner({ ...options, shipping });
    const after = await visitor.press(await visitor.open(PATH), 'Save address', { state: 'zz' });
    expect(after.status).toBe(400);
    expect(after.html).toContain('id="state-error">State must be a US state code; got &quot;ZZ&quot;.');
    expect(after.html).toContain('value="ZZ"');
  });

  it('saves print setting, insurance and e-mail in the services that use them', async () => {
    const { options, saved } = services();
    const { visitor } = await visitAsOwner(options);
    const fields = { print_setting: 'qr', insurance: 'on', label_printed_email: '' };
    const after = await visitor.press(await visitor.open(PATH), 'Save preferences', fields);
    expect(after.text).toContain('Your preferences were saved.');
    expect(saved).toEqual([
      {
        method: 'updateSettings',
        request: { accountId: ACCOUNT_ID, printSetting: 'qr', insurance: true },
      },
      { method: 'updateMailSettings', request: { accountId: ACCOUNT_ID, labelPrintedEmail: false } },
    ]);
  });

  it("refuses an unknown print setting with the field's name", async () => {
    const { options, saved } = services();
    const { visitor } = await visitAsOwner(options);
    const page = await visitor.open(PATH);
    const after = await visitor.press(page, 'Save preferences', { print_setting: 'zpl' });
    expect(after.status).toBe(400);
    expect(after.text).toContain('print_setting must be pdf or qr; got "zpl".');
    expect(saved).toEqual([]);
  });

  it('connects a store of each platform with the fields of its form', async () => {
    const { options, saved } = services();
    const { visitor } = await visitAsOwner(options);
    const page = await visitor.open(PATH);
    const shopify = { shopify_name: ' Mugs ', shop: 'mugs.myshopify.com', access_token: 'shpat_1' };
    const woocommerce = {
      woocommerce_name: 'Mugs',
      url: 'https://mugs.example',
      consumer_key: 'ck_1',
      consumer_secret: 'cs_1',
    };
    await visitor.press(page, 'Connect Shopify', shopify);
    await visitor.press(page, 'Connect WooCommerce', woocommerce);
    const after = await visitor.press(page, 'Connect Sandbox', { sandbox_name: 'Mugs' });
    expect(after.text).toContain('The store is connected.');
    const mine = { accountId: ACCOUNT_ID, storeName: 'Mugs' };
    expect(saved.map(({ request }) => request)).toEqual([
      {
        ...mine,
        store: {
          $case: 'shopify',
          shopify: { shop: 'mugs.myshopify.com', accessToken: 'shpat_1', clientId: '', clientSecret: '' },
        },
      },
      {
        ...mine,
        store: {
          $case: 'woocommerce',
          woocommerce: { url: 'https://mugs.example', consumerKey: 'ck_1', consumerSecret: 'cs_1' },
        },
      },
      { ...mine, store: { $case: 'sandbox', sandbox: { ordersPerDay: 0 } } },
    ]);
  });

  it.each([
    [
      'store_name',
      'store_name must have 1 to 100 characters.',
      /id="woocommerce_name-error">store_name must/,
    ],
    ['url', 'url must begin with https://.', /id="url-error">url must begin/],
    [undefined, 'Mugs refused access: a revoked key.', /role="alert"[^>]*>Mugs refused access/],
  ])("shows a store's refusal for %s, and shows no secret again", async (field, message, shown) => {
    const { options } = services();
    const connectPlatform = async () => {
      throw new DomainError(
        'invalid_argument',
        'text',
        { text: message },
        field === undefined ? {} : { field },
      );
    };
    const orders = { ...options.orders, connectPlatform };
    const { visitor } = await visitAsOwner({ ...options, orders });
    const fields = { woocommerce_name: 'Mugs', url: 'mugs.example', consumer_secret: 'cs_secret' };
    const after = await visitor.press(await visitor.open(PATH), 'Connect WooCommerce', fields);
    expect(after.status).toBe(400);
    expect(after.html).toMatch(shown);
    expect(after.html).toContain('value="mugs.example"');
    expect(after.html).not.toContain('cs_secret');
  });

  it('shows what was entered again when the store does not answer, and shows no secret', async () => {
    const { options } = services();
    const connectPlatform = async () => {
      throw new DomainError('unavailable', 'store_no_answer', { storeName: 'Mugs' });
    };
    const orders = { ...options.orders, connectPlatform };
    const { visitor } = await visitAsOwner({ ...options, orders });
    const fields = {
      woocommerce_name: 'Mugs',
      url: 'https://mugs.example',
      consumer_key: 'ck_1',
      consumer_secret: 'cs_secret',
    };
    const after = await visitor.press(await visitor.open(PATH), 'Connect WooCommerce', fields);
    expect([after.status, after.headers.get('retry-after')]).toEqual([503, '5']);
    expect(after.html).toMatch(/role="alert"[^>]*>Mugs did not answer/);
    for (const shown of ['Mugs', 'https://mugs.example', 'ck_1'])
      expect(after.html).toContain(`value="${shown}"`);
    expect(after.html).toContain('<details open');
    expect(after.html).not.toContain('cs_secret');
  });

  it('imports from a connected store, and shows the last import', async () => {
    const { options } = services();
    const started: unknown[] = [];
    const store = {
      platform: 'shopify',
      storeName: 'Mugs',
      status: 'connected',
      connectedAt: new Date(0),
      fulfillment: undefined,
      failedWriteBacks: 0,
    };
    const job = {
      jobId: 1,
      platform: 'shopify',
      storeName: 'Mugs',
      status: 'completed_with_errors',
      counts: { fetched: 5, created: 3, updated: 1, skipped: 0, failed: 1 },
      errors: [{ code: 'invalid_order', message: 'Order 7 has no address.' }],
      createdOrders: [],
      updatedOrders: [],
      since: undefined,
      startedAt: undefined,
      finishedAt: undefined,
    };
    const orders = {
      ...options.orders,
      listConnections: async () => ({ platforms: [store] }),
      getSyncStatus: async () => ({ jobs: [job] }),
      startSync: async (request: unknown) => {
        started.push(request);
        return { jobs: [job] };
      },
    };
    const { visitor } = await visitAsOwner({ ...options, orders });
    const page = await visitor.open(PATH);
    expect(page.text).toContain('Imported with errors: 3 new, 1 updated. Order 7 has no address.');
    const after = await visitor.press(page, 'Import orders');
    expect(after.text).toContain('The import has started.');
    expect(started).toEqual([{ accountId: ACCOUNT_ID, platform: 'shopify', days: 7 }]);
  });

  describe('the write-back setting of a connected store', () => {
    const store = {
      platform: 'woocommerce',
      storeName: 'Mugs',
      status: 'connected',
      connectedAt: new Date(0),
      fulfillment: { fulfillOn: 'purchase', statusAfter: 'completed', notifyCustomer: false },
      failedWriteBacks: 2,
    };
    const open = async (updateConnection: (request: unknown) => Promise<typeof store>) => {
      const { options } = services();
      const retried: unknown[] = [];
      const orders = {
        ...options.orders,
        listConnections: async () => ({ platforms: [store] }),
        getSyncStatus: async () => ({ jobs: [] }),
        updateConnection,
        retryWriteBack: async (request: unknown) => {
          retried.push(request);
          return {};
        },
      };
      const { visitor } = await visitAsOwner({ ...options, orders });
      return { visitor, retried, page: await visitor.open(PATH) };
    };

    it('is saved on the page, and failed write-backs are repeated there', async () => {
      const set: unknown[] = [];
      const { visitor, page, retried } = await open(async (request) => {
        set.push(request);
        return store;
      });
      expect(page.text).toContain('Mugs was not notified of the labels of 2 orders.');
      const fields = { woocommerce_fulfill_on: 'print', woocommerce_status_after: '' };
      const after = await visitor.press(page, 'Save for Mugs', fields);
      expect(after.text).toContain('It applies to labels bought from now on.');
      expect(set).toEqual([
        {
          accountId: ACCOUNT_ID,
          platform: 'woocommerce',
          fulfillment: { fulfillOn: 'print', statusAfter: '', notifyCustomer: false },
        },
      ]);
      expect((await visitor.press(page, 'Notify Mugs again')).text).toContain(
        'The store is being notified again.',
      );
      expect(retried).toEqual([{ accountId: ACCOUNT_ID, orderId: 0, platform: 'woocommerce' }]);
    });

    it('is refused with a message', async () => {
      const { visitor, page } = await open(() =>
        Promise.reject(
          new DomainError('invalid_argument', 'store_status_invalid', {}, { field: 'status_after' }),
        ),
      );
      const fields = { woocommerce_fulfill_on: 'purchase', woocommerce_status_after: 'No Such' };
      const after = await visitor.press(page, 'Save for Mugs', fields);
      expect(after.status).toBe(400);
      expect(after.text).toContain('New order status must be a status of the store');
    });
  });

  it.each(['Save address', 'Save preferences', 'Connect Shopify'])(
    'refuses "%s" without the form\'s csrf token',
    async (button) => {
      const { options, saved } = services();
      const { visitor } = await visitAsOwner(options);
      const page = await visitor.open(PATH);
      expect((await pressWithoutToken(visitor, page, button)).status).toBe(403);
      expect(saved).toEqual([]);
    },
  );
});

describe('the page of a carrier agreement', () => {
  const linking = (confirmed: () => void = () => undefined) => {
    const { options } = services();
    const asked: unknown[] = [];
    const registerCarrier: NonNullable<Options['shipping']>['registerCarrier'] = async (request) => {
      const { carrier, confirm } = request;
      if (!confirm) {
        const text = { agreementText: 'UPS TECHNOLOGY AGREEMENT', agreementToken: 'sealed' };
        return { outcome: { $case: 'agreement', agreement: { carrier, ...text } } };
      }
      asked.push(request);
      confirmed();
      return {
        outcome: { $case: 'account', account: { carrierAccountId: 9, carrier, status: 'active' } },
      };
    };
    return { options: { ...options, shipping: { ...options.shipping, registerCarrier } }, asked };
  };

  it('shows the agreement, and links the account of the person who accepts it', async () => {
    const { options, asked } = linking();
    const { visitor } = await visitAsOwner(options);
    const page = await visitor.open(`${PATH}/carriers/ups`);
    expect(page.text).toContain('UPS TECHNOLOGY AGREEMENT');
    expect(asked).toEqual([]);
    const after = await visitor.press(page, 'Accept and link', { account_number: 'A1B2C3' });
    expect(after.text).toContain('Your carrier account is linked.');
    expect(asked).toEqual([
      {
        accountId: ACCOUNT_ID,
        carrier: 'ups',
        accountNumber: 'A1B2C3',
        agreementToken: 'sealed',
        confirm: true,
      },
    ]);
  });

  it('shows an error beside the number field', async () => {
    const { options } = linking(() => {
      throw new DomainError(
        'invalid_argument',
        'text',
        { text: 'account_number must be 3 to 20 letters and digits.' },
        {
          field: 'account_number',
        },
      );
    });
    const { visitor } = await visitAsOwner(options);
    const page = await visitor.open(`${PATH}/carriers/ups`);
    const after = await visitor.press(page, 'Accept and link', { account_number: '#' });
    expect(after.status).toBe(400);
    expect(after.html).toContain('id="account_number-error">account_number must be');
    expect(after.html).toContain('value="#"');
  });

  it('does not exist for a carrier that sells no labels here', async () => {
    const { visitor } = await visitAsOwner(linking().options);
    expect((await visitor.open(`${PATH}/carriers/dhl`)).status).toBe(404);
  });
});
