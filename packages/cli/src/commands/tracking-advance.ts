import type { Command } from '../command';

const ANY_ACCOUNT = 0;

export const trackingAdvance: Command = {
  usage: 'tracking advance ORDER_ID STATUS_NAME',
  run: async (args, services) => {
    const order = await services.shipping.advanceTracking({
      accountId: ANY_ACCOUNT,
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
