import type { Command } from '../command';

const ANY_ACCOUNT = 0;

export const trackingAdvance: Command = {
  usage: 'tracking advance ORDER_ID STATUS_NAME',
  summary: 'Creates the next scan of a parcel of a sandbox carrier.',
  parameters: {
    ORDER_ID: 'Id of the order with the label.',
    STATUS_NAME: 'Status of the order after the scan, such as InTransit or Delivered.',
  },
  services: ['shipping'],
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
