import type { Command } from '../command';

const WHICHEVER_OWNS_IT = 0;

export const trackingAdvance: Command = {
  usage: 'tracking advance ORDER_ID STATUS_NAME',
  run: async (args, services) => {
    const order = await services.shipping.advanceTracking({
      accountId: WHICHEVER_OWNS_IT,
      orderId: args.positionalId(0, 'ORDER_ID'),
      status: args.positional(1),
    });
    return {
      orderId: order.orderId,
      accountId: order.accountId,
      status: order.status,
      trackingNumber: order.label?.trackingNumber ?? null,
    };
  },
};
