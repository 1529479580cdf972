import { aBalance } from '../../../support/contracts';
import { visitAsOwner } from '../../../support/owner-visit';

const welcome = async (availableCents: number, autoRechargeCents: number) => {
  const getBalance = async () => aBalance({ availableCents, autoRechargeCents });
  const { visitor } = await visitAsOwner({ billing: { getBalance } });
  return visitor.open('/welcome');
};

describe('the first page of a new account', () => {
  it('says that labels are paid from the balance, and where to add money', async () => {
    const { text, html } = await welcome(0, 0);
    expect(text).toContain('Labels are paid from the postage balance, which is $0.00.');
    expect(html).toContain('href="/settings/billing" class="button quiet">Set auto-recharge');
    expect(html).not.toContain('Set up payment for labels<span');
  });

  it('promises a sandbox only if the operator does not say otherwise, because a server may sell real labels', async () => {
    const { text } = await welcome(0, 0);
    expect(text).toContain(
      'Carriers and payments are a sandbox unless the operator of this server says otherwise.',
    );
    expect(text).not.toContain('no real money moves');
  });

  it.each([
    [500, 0],
    [0, 2500],
  ])(
    'marks that step as done or open with %i cents on the balance and an auto-recharge of %i',
    async (cents, recharge) => {
      expect((await welcome(cents, recharge)).html).toContain(
        'Set up payment for labels<span class="visually-hidden"> (done)</span>',
      );
    },
  );
});
