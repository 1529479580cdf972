import { reason } from './reason';

export const authReasons = {
  account_not_found: reason({ accountId: 1001 }, ({ accountId }) => `Account ${accountId} was not found.`),
  account_not_forgotten: reason(
    { accountId: 1001 },
    ({ accountId }) =>
      `Account ${accountId} cannot be opened again: the account exists, or this id was never given to this e-mail address. Nothing was changed.`,
  ),
  email_in_use: reason({}, () => 'An account with this e-mail address exists already.'),
  email_malformed: reason(
    {},
    (_, { field }) => `${field} must be an e-mail address such as name@example.com.`,
  ),
  password_length: reason(
    { min: 8, max: 200 },
    ({ min, max }, { field }) => `${field} must have ${min} to ${max} characters.`,
  ),
  password_wrong: reason({}, (_, { field }) => `${field} is wrong.`),
  time_zone_unknown: reason(
    { got: 'Central' },
    ({ got }, { field }) => `${field} must be an IANA time zone, such as America/Chicago; got "${got}".`,
  ),
  credentials_wrong: reason({}, () => 'E-mail address or password is wrong.'),
  signed_out: reason({}, () => 'Please sign in.'),
  address_verified_already: reason({}, () => 'The e-mail address of this account is verified already.'),
  verification_link_dead: reason({}, () => 'A newer link has replaced this one, or it has expired.'),
  quota_exceeded: reason(
    { retryAfterSeconds: 40 },
    ({ retryAfterSeconds }) =>
      `This was done too often in a short time, so nothing was done now. Try again in ${inWords(retryAfterSeconds)}.`,
  ),

  activity_not_recorded: reason(
    {},
    () =>
      "The action could not be written to the account's activity log, so nothing was done. Try again in a moment.",
  ),
  access_token_unreadable: reason(
    {},
    () =>
      'The access token can no longer be shown, although it is still valid. Generate a new one to see it.',
  ),
  consent_answered: reason({}, () => 'This request was already answered, or it has expired.'),
  oauth_grant_invalid: reason(
    {},
    () =>
      'The authorization code or refresh token is invalid, expired, used or revoked, or does not match this request.',
  ),
  too_many_app_lookups: reason({}, () => 'Too many apps are being looked up. Try again in a moment.'),
  first_answer_unreadable: reason(
    {},
    () => 'The first answer to this idempotency key can no longer be shown.',
  ),
};

function inWords(seconds: number): string {
  if (seconds < 100) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
