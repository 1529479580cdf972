import type { AccessToken } from '@parcelyard/contracts/auth';
import { z } from 'zod';
import { toSignInOutcome } from '../../../clients/owner';
import { zonedTimestampOrNull } from '../../../values/nullable';
import { text, utcTime } from '../fields';
import { EXAMPLE_ACCOUNT_INPUT, EXAMPLE_TOKEN } from '../openapi/example-values';
import { RestRefusal } from '../rest-refusal';
import { defineRoute, ok } from '../route';

/** @see [REST-A3], [REST-A4] */
export const tokenSchema = z
  .object({
    accessToken: z.string(),
    expiresAt: utcTime('Until when the token is valid.'),
  })
  .meta({ id: 'AccessToken' });

export const presentToken = ({ token, expiresAt }: AccessToken): z.infer<typeof tokenSchema> => ({
  accessToken: token,
  expiresAt: zonedTimestampOrNull(expiresAt) ?? '',
});

/** @see [REST-A3] */
export const createToken = defineRoute({
  operationId: 'createToken',
  method: 'POST',
  path: '/public/token',
  tag: 'Access',
  summary: 'Get the access token',
  description:
    'Returns the access token of the account. It stays the same while it is valid, and /mcp accepts it, too.',
  access: 'none',
  repeatable: true,
  body: z
    .object({
      email: text('E-mail address of the account.', { max: 254 }),
      password: text('Password of the account.', { max: 1_000 }),
    })
    .meta({ id: 'TokenRequest' }),
  answers: { 200: z.object({ result: tokenSchema }) },
  refusals: {
    401: { description: 'The e-mail address or the password is wrong.', codes: ['unauthorized'] },
    429: {
      description: 'Ten sign-ins with this e-mail address or from this network failed within 15 minutes.',
      codes: ['rate_limited'],
    },
  },
  example: {
    body: { email: EXAMPLE_ACCOUNT_INPUT.email, password: EXAMPLE_ACCOUNT_INPUT.password },
    answer: { result: EXAMPLE_TOKEN },
  },
  async run({ body }, { caller: { requestId }, clients, ip }) {
    // Checks the password by a sign-in. Failed sign-ins are limited, so nobody can guess a password by many requests to
    // this route. The session is ended below.
    const outcome = toSignInOutcome(await clients.auth.signIn({ requestId }, { ...body, ip }));
    if (!('session' in outcome)) {
      throw new RestRefusal('rate_limited', 'Too many sign-ins have failed. Try again later.', {
        headers: { 'retry-after': String(outcome.retryAfterSeconds) },
      });
    }
    const { owner, token } = outcome.session;
    await clients.auth.endSession({ requestId }, { token });
    const caller = { accountId: owner.accountId, requestId };
    return ok({ result: presentToken(await clients.auth.showAccessToken(caller)) });
  },
});

/** @see [REST-A4] */
export const refreshToken = defineRoute({
  operationId: 'refreshToken',
  method: 'POST',
  path: '/public/token/refresh',
  tag: 'Access',
  summary: 'Replace the access token',
  description:
    'Creates a new token. The token of this request becomes invalid immediately, here and for /mcp.',
  answers: { 200: z.object({ result: tokenSchema }) },
  activity: { action: 'token_replaced', about: () => ({}) },
  example: { answer: { result: EXAMPLE_TOKEN } },
  async run(_input, { caller, clients }) {
    return ok({ result: presentToken(await clients.auth.replaceAccessToken(caller)) });
  },
});
