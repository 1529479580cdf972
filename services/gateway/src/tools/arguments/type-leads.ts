/** The type of an argument, by its JSON Schema name. */
export type ArgumentType = 'integer' | 'number' | 'string' | 'boolean' | 'array' | 'object';

/** Which tool returns an id, by argument name. */
const FINDERS: Readonly<Record<string, string>> = {
  order_id: 'list_orders with query finds its order_id',
  order_ids: 'list_orders with query finds its order_id',
  customer_id: 'list_customers with query finds its customer_id',
  pickup_id: 'list_pickups returns the pickup_id of each pickup',
  batch_id: 'get_batch_status without batch_id returns the latest batch',
  job_id: 'get_sync_status without job_id returns the latest job of each store',
};

/** What to do when an address was sent as one text. */
const ADDRESS_PARTS = 'give its parts separately: name, street1, city, state and zip';

/**
 * Returns the end of a refusal for a wrong type: what the value looks like, and what to do. If a refusal says only
 * "wrong type", a language model repeats the same call.
 * @param name the argument's own name, such as `order_id`; for an element of a list, the name of the list
 */
export function leadFor(name: string, type: ArgumentType, value: unknown): string {
  if (isHolder(value, name) && type !== 'object') return `: send only its ${name}.`;
  switch (type) {
    case 'integer':
      return integerLead(name, value);
    case 'number':
      return typeof value === 'string' ? numberLead(value) : '.';
    case 'boolean':
      return isOneOf(value, ['true', 'false']) ? ': send it without quotes.' : ': send true or false.';
    case 'string':
      return typeof value === 'number' ? textLead(name, value) : '.';
    case 'array':
      return listLead(value);
    case 'object':
      return objectLead(name, value);
  }
}

const isHolder = (value: unknown, name: string): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, name);

const isOneOf = (value: unknown, texts: readonly string[]): boolean =>
  typeof value === 'string' && texts.includes(value.trim().toLowerCase());

function integerLead(name: string, value: unknown): string {
  const finder = FINDERS[name];
  if (Array.isArray(value)) return ': send one, not a list.';
  if (typeof value !== 'string') return finder && typeof value === 'number' ? `: ${finder}.` : '.';
  if (!finder) return /^\s*[+-]?\d+\s*$/.test(value) ? numberLead(value) : '.';
  const text = value.trim();
  if (name.startsWith('order')) return orderLead(text, finder);
  if (/^\d+$/.test(text)) return `: send ${text} without quotes.`;
  return text.includes('@') ? `, which looks like an e-mail address: ${finder}.` : `: ${finder}.`;
}

/** Tracking numbers of UPS and of the post, and long numbers. */
const TRACKING_NUMBER = /^(?:1Z[0-9A-Z]{16}|[A-Z]{2}\d{9}[A-Z]{2}|\d{12,34})$/i;
/** Order numbers, ours and those of shops: short, without spaces, with a digit or only capital letters. */
const ORDER_NUMBER = /^#?(?:[A-Z0-9_-]{2,30}|[a-z_-]{0,29}\d[\w-]{0,29})$/;

function orderLead(text: string, finder: string): string {
  const bare = text.replace(/\s/g, '');
  if (TRACKING_NUMBER.test(bare)) return `, which looks like a tracking number: ${finder}.`;
  if (/^\d+$/.test(bare))
    return `: if it is the order_id, send it without quotes; if it is an order number, ${finder}.`;
  if (text.includes('@')) return `, which looks like an e-mail address: ${finder}.`;
  return ORDER_NUMBER.test(text) ? `, which looks like an order number: ${finder}.` : `: ${finder}.`;
}

function numberLead(text: string): string {
  const number = text.trim();
  if (/^[+-]?\d+(?:\.\d+)?$/.test(number)) return `: send ${number} without quotes.`;
  return /\d/.test(number) ? ': send the number alone, without quotes, unit or sign.' : '.';
}

function textLead(name: string, value: number): string {
  if (/^(?:date|from|to)$/.test(name)) return ': send it as text, YYYY-MM-DD.';
  const text = String(value);
  if (!name.endsWith('zip') || text.length > 4) return `: send it as text, "${text}".`;
  return `: send it as text with its leading zeros, "${text.padStart(5, '0')}".`;
}

function listLead(value: unknown): string {
  if (isWritten(value, '[')) return ': it is a list written as text; send the list itself, without quotes.';
  if (typeof value === 'string' && value.includes(','))
    return ': send a list with each value as its own element.';
  return ': send a list, even for one value.';
}

function objectLead(name: string, value: unknown): string {
  if (isWritten(value, '{'))
    return ': it is an object written as text; send the object itself, without quotes.';
  if (name === 'ship_to' && typeof value === 'string') return `: ${ADDRESS_PARTS}.`;
  return Array.isArray(value) ? ': send one object, not a list.' : '.';
}

/** True for a text that contains JSON. */
function isWritten(value: unknown, first: '[' | '{'): boolean {
  if (typeof value !== 'string' || !value.trimStart().startsWith(first)) return false;
  try {
    return typeof JSON.parse(value) === 'object';
  } catch {
    return false;
  }
}
