import type { Address } from '@parcelyard/contracts/common';
import type { AddressCheck } from '@parcelyard/contracts/orders';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { z } from 'zod';
import { orderId } from '../arguments/record-ids';
import { note } from '../note';
import { defineTool, type ToolContext } from '../tool';
import { countryNotes, foundCountry, shipTo, toAddress } from './new-order';
import { presentAddressMessages, presentShipTo } from './present-order';

const notes = {
  notChecked: note(
    'a change while the address cannot be checked; in address_check',
    {},
    () => 'The address could not be checked now; get_rates checks it again.',
  ),
  ...countryNotes,
};

/** @see [MCP-O18] */
export const updateOrderAddress = defineTool({
  name: 'update_order_address',
  title: 'Update order address',
  description:
    'Replaces the ship-to address of an order without a label, and checks it. The address is saved even if the check fails: read address_check. Rates for the old address can no longer buy a label; call get_rates again. The customer in the address book keeps the old address.',
  access: 'Changes data',
  offeredToApps: true,
  saves: 'always',
  hints: { openWorld: true },
  notes,
  input: z.object({
    order_id: orderId('Order to change'),
    ship_to: shipTo('The whole new address; e-mail and phone of the order do not change.'),
  }),
  async run(args, context) {
    const address = toAddress(args.ship_to);
    const addressCheck = await check(context, address);
    const order = await context.clients.orders.updateAddress(context.caller, {
      orderId: args.order_id,
      shipTo: address,
      addressCheck,
    });
    const { status, messages } = addressCheck ?? NOT_CHECKED;
    const warnings = foundCountry(args.ship_to);
    return {
      order_id: order.orderId,
      ship_to: presentShipTo(order.shipTo as Address),
      address_check: { status, messages: presentAddressMessages(messages) },
      ...(warnings.length > 0 ? { warnings } : {}),
    };
  },
});

/**
 * Checks the address before it is saved, so that the result is saved together with it. Returns undefined when the check
 * fails.
 */
async function check({ caller, clients }: ToolContext, address: Address): Promise<AddressCheck | undefined> {
  try {
    const { status, messages } = await clients.shipping.validateAddress(caller, { address });
    return { status, messages };
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

const NOT_CHECKED: AddressCheck = {
  status: 'warning',
  messages: [
    {
      code: 'check_unavailable',
      field: '',
      message: notes.notChecked({}),
      suggestion: '',
    },
  ],
};
