import { type Refused, reason } from './reason';

/** Returns which plans have a feature, and where the owner changes plans. */
function planAdvice(plans: readonly string[]): string {
  const where = 'owner changes plans under Settings, Billing.';
  const last = plans.at(-1);
  if (last === undefined) return `The ${where}`;
  if (plans.length === 1) return `${last} includes it; the ${where}`;
  return `${plans.slice(0, -1).join(', ')} and ${last} include it; the ${where}`;
}

export const commonReasons = {
  /** Our own fault. The detail is only in the log. */
  internal: reason({}, () => 'Something went wrong on our side.'),
  unavailable: reason({}, () => 'The service is not available right now. Try again in a moment.'),
  storage_full: reason(
    {},
    () =>
      'Nothing can be saved right now: the service has no storage space left. Try again in a few minutes.',
  ),
  busy: reason({}, () => 'The service is busy. Try again in a moment.'),
  /** A sentence that an outside service wrote, such as a carrier. It is passed on unchanged. */
  text: reason({ text: 'The carrier refused the address.' }, ({ text }) => text),

  /** Several fields break rules; the sentence lists all of them. */
  problems: reason(
    { problems: [{ reason: 'field_required', params: {}, field: 'ship_to.zip' }] as Refused[] },
    ({ problems }, { word }) => problems.map(word).join(' '),
  ),
  field_required: reason({}, (_, { field }) => `${field} is required.`),
  field_not_one_of: reason(
    { allowed: ['USPS', 'UPS'], got: 'DHL' },
    ({ allowed, got }, { field }) => `${field} must be one of ${allowed.join(', ')}; got "${got}".`,
  ),

  /** @see [MCP-L4], [MCP-L5], [MCP-L8] */
  plan_lacks_feature: reason(
    { serviceName: 'Ship.com', feature: 'business reporting', plans: ['Pro', 'Enterprise'] },
    ({ serviceName, feature, plans }) =>
      `Your current ${serviceName} plan does not include ${feature}. Upgrade the subscription to use it. ${planAdvice(plans)}`,
  ),

  /** Reasons for refusing an event that an outside service posts to us. */
  hook_not_configured: reason(
    { source: 'stripe' },
    ({ source }) => `Webhooks from ${source} are not set up for this address.`,
  ),
  hook_signature_wrong: reason({}, () => 'The signature is missing, wrong or too old.'),
  hook_unreadable: reason({ source: 'stripe' }, ({ source }) => `The body is not an event from ${source}.`),

  no_dead_letter: reason(
    { eventId: 'evt_1', consumer: 'orders-write-backs' },
    ({ eventId, consumer }) => `Consumer ${consumer} has no dead letter ${eventId}.`,
  ),
  consumer_not_here: reason(
    { consumer: 'orders-write-backs' },
    ({ consumer }) => `Consumer ${consumer} does not run in this process.`,
  ),
  event_failed_again: reason(
    { eventId: 'evt_1', cause: 'the store did not answer' },
    ({ eventId, cause }) => `Event ${eventId} failed again: ${cause}`,
  ),
};
