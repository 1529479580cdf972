import { toDollars } from '@parcelyard/money/dollars';
import { z } from 'zod';
import { textOrNull, timestampOrNull } from '../../values/nullable';
import { defineTool, READS } from '../tool';

/** @see [MCP-B3] */
export const getReferralInfo = defineTool({
  name: 'get_referral_info',
  title: 'Get referral info',
  description:
    'The referral code and link, who joined with them (newest first, 100 at most), and the credit in US dollars that redeem_referral_credit can move into postage. A referral has the status joined until a carrier scans its first label, which earns the credit. A voided label earns none.',
  ...READS,
  input: z.object({}),
  async run(_args, { caller, clients, absolute }) {
    const { code, url, availableCents, referrals } = await clients.billing.getReferrals(caller);
    return {
      referral_code: code,
      referral_url: absolute(url),
      available_credit: toDollars(availableCents),
      referrals: referrals.map(({ name, status, creditCents, joinedAt }) => ({
        name: textOrNull(name),
        status,
        credit: toDollars(creditCents),
        joined_at: timestampOrNull(joinedAt),
      })),
    };
  },
});
