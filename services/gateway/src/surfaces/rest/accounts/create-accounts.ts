import { z } from 'zod';
import { checkValue } from '../check-input';
import { EXAMPLE_ACCOUNT, EXAMPLE_ACCOUNT_INPUT } from '../openapi/example-values';
import { problemFieldSchema } from '../openapi/problem-schema';
import { toRefusal } from '../refuse';
import { defineRoute, ok, type RestContext } from '../route';
import { accountSchema, type NewAccountBody, newAccountSchema, openAccount } from './create-account';

const MAX_ACCOUNTS = 50;

/** @see [REST-A6] */
export const createAccounts = defineRoute({
  operationId: 'createAccounts',
  method: 'POST',
  path: '/public/accounts',
  tag: 'Access',
  summary: 'Create many accounts',
  description:
    'For partners. Creates up to 50 accounts; a failure of one account does not stop the others. `result` has one entry for each account, in the same sequence.',
  access: 'partner key',
  bodyName: 'accounts',
  body: z
    // Each account is checked separately, so that an invalid one does not stop the others.
    .array(z.union([newAccountSchema, z.unknown()]))
    .min(1, 'must hold at least one account')
    .max(MAX_ACCOUNTS, `must hold at most ${MAX_ACCOUNTS} accounts`),
  answers: {
    200: z.object({
      result: z.array(
        z
          .object({
            success: z.boolean(),
            result: accountSchema.optional(),
            error: z.string().optional(),
            fields: z.array(problemFieldSchema).optional(),
          })
          .meta({ id: 'AccountOutcome' }),
      ),
    }),
  },
  example: {
    body: [{ ...EXAMPLE_ACCOUNT_INPUT, email: 'second@example.com' }],
    answer: { result: [{ success: true, result: { ...EXAMPLE_ACCOUNT, email: 'second@example.com' } }] },
  },
  async run({ body }, context) {
    const result: Record<string, unknown>[] = [];
    // The accounts are opened one after the other, because hashing a password uses a whole core for a short time.
    for (const [index, given] of body.entries()) result.push(await open(given, index, context));
    return ok({ result });
  },
});

async function open(given: unknown, index: number, context: RestContext): Promise<Record<string, unknown>> {
  try {
    const body = checkValue(newAccountSchema, given, `accounts[${index}]`) as NewAccountBody;
    return { success: true, result: await openAccount(body, context) };
  } catch (error) {
    const refusal = toRefusal(error);
    // A failure of ours would affect every account, so the caller must repeat the whole request.
    if (!refusal || refusal.status >= 500) throw error;
    const { error: message, fields } = refusal;
    const placed = fields?.map((problem) => ({ ...problem, field: placeOf(problem.field, index) }));
    return { success: false, error: message, ...(placed && { fields: placed }) };
  }
}

const placeOf = (field: string, index: number) =>
  field.startsWith('accounts[') ? field : `accounts[${index}].${field}`;
