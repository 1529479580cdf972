const DUE = 'a worker looks for due work';
const OUTBOX = 'the relay looks for events that are not yet published';
const WALK = 'ledger verify and the audit read all accounts';

/**
 * Commands that a cluster sends to every shard, each with the reason. The judge reports a command that reaches every
 * shard but is not in this list. It also reports a command in this list that was never recorded.
 */
export const REACHES_ALL: Readonly<Record<string, string>> = {
  'billing.accounts find {card.expMonth =, card.expYear =, card}':
    'a daily search for cards that expire soon',
  'billing.owner_notices find {outbox.eventId}': OUTBOX,
  'billing.recharges find {_id}': WALK,
  'billing.recharges find {dueAt}': DUE,
  'billing.reconciliations find {dueAt}': DUE,
  'customers_email.campaigns find {dueAt}': DUE,
  'customers_email.messages find {dueAt}': DUE,
  'orders.import_jobs find {dueAt}': DUE,
  'orders.key_offers find {dueAt}': DUE,
  'orders.orders find {_id}': WALK,
  'orders.orders find {outbox.eventId}': OUTBOX,
  'orders.platform_connections find {dueAt}': DUE,
  'orders.platform_connections find {}':
    'at the start, a check that each store has the time of its next import',
  'orders.privacy_requests find {dueAt}': DUE,
  'orders.store_write_backs find {dueAt}': DUE,
  'orders.webhook_deliveries find {}': 'an operator lists the latest deliveries of all accounts',
  'orders.webhook_deliveries find {_id =}': 'an operator replays a delivery by its id',
  'orders.webhooks find {failing =, dueAt}': DUE,
  'pickups.pickups find {dueAt}': DUE,
  'shipping.batches find {dueAt}': DUE,
  'shipping.carrier_adjustments find {dueAt}': DUE,
  'shipping.carrier_looks find {dueAt}': DUE,
  'shipping.purchases find {_id}': WALK,
  'shipping.purchases find {dueAt}': DUE,
  'shipping.purchases find {label.trackingNumber =}':
    "the public tracking page and carriers' events know only the number",
  'shipping.purchases find {parcel.dueAt}': DUE,
};
