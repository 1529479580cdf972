import { reason } from './reason';

export const customersReasons = {
  customer_not_found: reason(
    { customerId: 5001 },
    ({ customerId }) => `Customer ${customerId} was not found in this account.`,
  ),
  customer_or_email_required: reason({}, (_, { field }) => `${field} or email is required.`),
  mail_address_malformed: reason(
    { got: 'ada@' },
    ({ got }, { field }) => `${field} must be one e-mail address, such as name@example.com; got "${got}".`,
  ),
  customer_email_fixed: reason(
    { customerId: 5001 },
    ({ customerId }, { field }) => `${field} of customer ${customerId} cannot be changed.`,
  ),
  customer_email_taken: reason(
    { customerId: 5002 },
    ({ customerId }, { field }) => `${field} belongs to customer ${customerId}.`,
  ),
  contact_incomplete: reason({}, () => 'A contact needs a name, a street and a ZIP code.'),
  contact_changing: reason(
    {},
    () => 'Another call is changing the same contact, so nothing was saved. Try again in a moment.',
  ),

  letter_too_long: reason(
    { max: 200 },
    ({ max }, { field }) => `${field} must be at most ${max} characters.`,
  ),
  field_not_one_line: reason({}, (_, { field }) => `${field} must be one line without control characters.`),
  merge_field_unknown: reason(
    { got: '{{company}}', allowed: ['{{first_name}}', '{{last_name}}'] },
    ({ got, allowed }, { field }) =>
      `${field} contains ${got}, which is not a known placeholder. Use ${allowed.join(' or ')}, or plain text. Nothing was sent.`,
  ),
  segment_days_range: reason(
    { min: 1, max: 3650, got: 4000 },
    ({ min, max, got }, { field }) => `${field} must be ${min} to ${max}; got ${got}.`,
  ),
  segment_empty: reason({}, () => 'No customer in this segment can be e-mailed.'),
  campaign_not_found: reason(
    { campaignId: 301 },
    ({ campaignId }) => `Campaign ${campaignId} was not found in this account.`,
  ),
  customer_unreachable: reason(
    { customerId: 5001 },
    ({ customerId }) => `Customer ${customerId} has no e-mail address to which mail can be sent.`,
  ),
  customer_unsubscribed: reason(
    { customerId: 5001 },
    ({ customerId }) => `Customer ${customerId} has unsubscribed from marketing e-mails.`,
  ),
  customer_bounced: reason(
    { customerId: 5001, status: '5.1.1' },
    ({ customerId, status }) =>
      `Mail to customer ${customerId} came back: the mailbox does not exist (${status}).`,
  ),
  customer_complained: reason(
    { customerId: 5001 },
    ({ customerId }) =>
      `Customer ${customerId} reported an earlier e-mail as spam and gets no more marketing e-mails.`,
  ),
  own_address_unverified: reason(
    {},
    () =>
      "This account's own e-mail address is not verified yet, so the account cannot send e-mail to others. Nothing was sent. The owner must open the link in the e-mail that was sent to that address. The owner can have it sent again under Settings, Account.",
  ),
  recipient_malformed: reason({}, (_, { field }) => `${field} must be one e-mail address.`),
  reply_to_link_invalid: reason(
    {},
    () => 'This link is not valid: it has expired, or another address was entered after it was sent.',
  ),
  unsubscribe_link_invalid: reason({}, () => 'This unsubscribe link is not valid.'),
};
