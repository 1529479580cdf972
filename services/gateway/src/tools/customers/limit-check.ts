import type { LimitCheck } from '@parcelyard/contracts/billing';
import { textOrNull } from '../presentation/text-or-null';
import type { Payload } from '../tool';

/** @see decisions, `limit_check`; null stands for unlimited */
export const presentLimitCheck = (check: LimitCheck | undefined): Payload => ({
  allowed: check?.allowed ?? false,
  reason: textOrNull(check?.reason),
  limit: check?.limit ?? null,
  used: check?.used ?? 0,
  remaining: check?.remaining ?? null,
});
