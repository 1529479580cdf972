import { DomainError, type ErrorCode } from '@parcelyard/service-kit/domain-error';
import { RestRefusal } from './rest-refusal';

/** @see decisions, "Status codes" */
const STATUS: Readonly<Record<Exclude<ErrorCode, 'internal'>, number>> = {
  invalid_argument: 400,
  unauthenticated: 401,
  payment_required: 402,
  permission_denied: 403,
  // A limit of the plan; the rate limit never comes from a service.
  resource_exhausted: 403,
  not_found: 404,
  already_exists: 409,
  failed_precondition: 409,
  conflict: 409,
  carrier_refused: 422,
  unresolved: 503,
  unavailable: 503,
  deadline_exceeded: 503,
};

const RETRY_AFTER = { 'retry-after': '5' };

/**
 * The one place that turns what a route threw into an answer.
 * @returns undefined for what nobody foresaw
 */
export function toRefusal(error: unknown): RestRefusal | undefined {
  if (error instanceof RestRefusal) return error;
  if (!(error instanceof DomainError) || error.code === 'internal') return undefined;
  const { code, publicMessage, field } = error;
  const status = STATUS[code];
  // A carrier's words are passed on to the letter.
  const message = code === 'carrier_refused' ? publicMessage : restWords(publicMessage, field);
  const namesField = field !== undefined && (code === 'invalid_argument' || code === 'already_exists');
  return new RestRefusal(status, message, {
    cause: error,
    ...(namesField ? { fields: [{ field: restField(field), message }] } : {}),
    ...(status === 503 ? { headers: RETRY_AFTER } : {}),
  });
}

/** Services name input as MCP does: `customer_id` is `customerId` here, and an order has no `ship_to` of its own. */
function restField(field: string): string {
  return field
    .replace(/(^|\.)ship_to\.?/g, '$1')
    .replace(/\.$/, '')
    .replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** What a sentence of a service calls by the name of an MCP tool. */
const TOOLS: readonly (readonly [RegExp, string])[] = [
  [/ Void the label with cancel_shipping_label first\./g, ' Delete the order, or void its label first.'],
  [/\bget_(?:label|order)\b/g, 'GET /public/order/{id}'],
  [/\bget_rates\b/g, 'POST /public/shipping-info'],
  [/\bbuy_label\b/g, 'POST /public/purchase-label'],
  [/\b(order|rate|package|customer)_id\b/g, '$1Id'],
];

function restWords(message: string, field = ''): string {
  const named = message.startsWith(`${field} `) ? restField(field) + message.slice(field.length) : message;
  return TOOLS.reduce((words, [tool, route]) => words.replace(tool, route), named);
}
