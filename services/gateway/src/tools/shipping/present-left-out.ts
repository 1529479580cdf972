import type { BatchLeftOut } from '@parcelyard/contracts/shipping';
import { textOrNull } from '../../values/nullable';
import type { Payload, ToolContext } from '../tool';

interface LeftOut {
  readonly leftOut: readonly BatchLeftOut[];
  readonly leftOutCount: number;
}

/**
 * Returns the orders that get no label, and their number if not all are listed.
 * @see [MCP-S60]
 */
export const presentLeftOut = ({ leftOut, leftOutCount }: LeftOut, { sentence }: ToolContext): Payload => ({
  left_out: leftOut.map(({ orderId, orderNumber, reason }) => ({
    order_id: orderId,
    order_number: textOrNull(orderNumber),
    reason: reason ? sentence(reason) : null,
  })),
  ...(leftOutCount > leftOut.length ? { left_out_count: leftOutCount } : {}),
});
