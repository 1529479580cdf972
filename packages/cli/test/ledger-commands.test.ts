import { Arguments } from '../src/arguments';
import { ledgerRepair } from '../src/commands/ledger-repair';
import { ledgerVerify } from '../src/commands/ledger-verify';
import type { Services } from '../src/connect-services';

/** Services in which an order exists, but auth does not have the account 7 of this order. */
const lostAccount = () =>
  ({
    auth: { listAccounts: async () => ({ accountIds: [] }) },
    billing: {
      listGatewayCharges: async () => ({ charges: [] }),
      listTransfers: async () => ({ transfers: [] }),
      reconcilePayments: async () => ({}),
    },
    orders: {
      listOrderPurchases: async ({ accountId }: { accountId: number }) => ({
        orders:
          accountId === 0 || accountId === 7
            ? [{ accountId: 7, orderId: 1, label: '', returnLabel: '', lockedBy: '' }]
            : [],
      }),
    },
    shipping: {
      listPurchases: async () => ({ purchases: [] }),
      listSellerJournal: async () => ({ entries: [], nextAfter: '', sellers: [] }),
      reconcileAdjustments: async () => ({ adjustments: [], nextAfter: '' }),
    },
  }) as unknown as Services;

it('ledger repair fails, and shows what is left, if the ledger still breaks its rules', async () => {
  const output = await ledgerRepair.run(Arguments.parse([], 'ledger repair'), lostAccount());
  expect(output).toMatchObject({
    ok: false,
    left: [{ rule: 'account_unknown', accountId: 7 }],
    error: 'The ledger still breaks its rules in 1 place(s).',
  });
});

describe('ledger verify --account', () => {
  const verify = (id: string) =>
    ledgerVerify.run(Arguments.parse(['--account', id], ledgerVerify.usage), lostAccount());

  it('refuses an account that no service knows, instead of calling its ledger right', async () => {
    await expect(verify('999')).rejects.toThrow('No service knows the account 999.');
  });

  it('checks an account that auth has lost', async () => {
    expect(await verify('7')).toMatchObject({ violations: [{ rule: 'account_unknown', accountId: 7 }] });
  });
});

it('ledger verify counts a label once that a seller lists on two pages, because a sale moved the pages', async () => {
  const label = {
    carrier: 'usps',
    reference: 'pur_1_1_a7_5eed',
    accountId: 7,
    trackingNumber: '94',
    chargedCents: 5,
  };
  const services = lostAccount();
  const shipping = {
    ...services.shipping,
    listSellerJournal: async ({ afterReference }: { afterReference: string }) => ({
      entries: [{ ...label, status: 'purchased' }],
      nextAfter: afterReference === '' ? 'shippo:2' : '',
      sellers: ['shippo'],
    }),
  } as unknown as Services['shipping'];
  const output = await ledgerVerify.run(Arguments.parse([], 'ledger verify'), { ...services, shipping });
  expect(output).toMatchObject({ labels: 1 });
});
