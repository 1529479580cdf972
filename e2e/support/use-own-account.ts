import { shipctl } from './shipctl';
import type { Shop } from './shop';

/**
 * From now on, this account uses its own customer number at this carrier. The carrier's rates and labels are those of
 * that number, and the carrier bills that number.
 */
export async function useOwnAccount(
  dataDir: string,
  mcp: Shop['mcp'],
  accountId: number,
  carrier = 'usps',
): Promise<void> {
  const number = { carrier, account_number: 'A1B2C3' };
  const { agreement_token } = await mcp.expectData('register_carrier', number);
  const linked = await mcp.expectData('register_carrier', { ...number, agreement_token, confirm: true });
  const account = ['--account', String(accountId), '--external-id', `ca_${carrier}_${accountId}`];
  await shipctl(dataDir, 'carrier-account', 'use', String(linked.carrier_account_id), ...account);
}
