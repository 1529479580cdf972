import { z } from 'zod';
import { toSignInOutcome } from '../../../clients/member';
import { text } from '../fields';
import { RestRefusal } from '../rest-refusal';
import { defineRoute, ok } from '../route';
import { presentToken, tokenSchema } from './token-schema';

/** @see decisions, "token generation" */
export const createToken = defineRoute({
  operationId: 'createToken',
  method: 'POST',
  path: '/public/token',
  tag: 'Access',
  summary: 'Get the access token',
  description: 'The same token while it is valid; it works here and for /mcp.',
  access: 'none',
  repeatable: true,
  body: z
    .object({
      email: text('E-mail of the account.', { max: 254 }),
      password: text('Its password.', { max: 1_000 }),
    })
    .meta({ id: 'TokenRequest' }),
  answers: { 200: z.object({ result: tokenSchema }) },
  refusals: {
    401: { description: 'E-mail or password is wrong.' },
    429: { description: 'Ten sign-ins for this e-mail or network failed within 15 minutes.' },
  },
  async run({ body }, { caller: { requestId }, clients, ip }) {
    // As signing in, so that guessing passwords is slowed down here, too; nobody stays signed in.
    const outcome = toSignInOutcome(await clients.auth.signIn({ requestId }, { ...body, ip }));
    if (!('session' in outcome)) {
      throw new RestRefusal(429, 'Too many sign-ins have failed. Try again later.', {
        headers: { 'retry-after': String(outcome.retryAfterSeconds) },
      });
    }
    const { member, token } = outcome.session;
    await clients.auth.endSession({ requestId }, { token });
    const caller = { accountId: member.accountId, requestId };
    return ok({ result: presentToken(await clients.auth.showAccessToken(caller)) });
  },
});
