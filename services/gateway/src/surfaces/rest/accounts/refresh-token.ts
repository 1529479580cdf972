import { z } from 'zod';
import { defineRoute, ok } from '../route';
import { presentToken, tokenSchema } from './token-schema';

/** @see decisions, "token refresh" */
export const refreshToken = defineRoute({
  operationId: 'refreshToken',
  method: 'POST',
  path: '/public/token/refresh',
  tag: 'Access',
  summary: 'Replace the access token',
  description: 'The token of this request is dead at once, here and for /mcp.',
  access: 'bearer',
  answers: { 200: z.object({ result: tokenSchema }) },
  async run(_input, { caller, clients }) {
    return ok({ result: presentToken(await clients.auth.replaceAccessToken(caller)) });
  },
});
