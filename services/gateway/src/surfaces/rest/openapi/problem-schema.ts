import { z } from 'zod';
import { REST_CODES, type RestCode } from '../rest-codes';

/** One problem of a request, with the name of its field. */
export const problemFieldSchema = z
  .object({
    field: z.string().meta({ description: 'Path of the field, such as `items[0].itemCode`.' }),
    message: z.string().meta({ description: 'The rule that the field breaks, as a sentence.' }),
  })
  .meta({ id: 'ProblemField' });

const errorCodeSchema = z.enum(Object.keys(REST_CODES) as [RestCode, ...RestCode[]]).meta({
  id: 'ErrorCode',
  description: [
    'The code of the failure, for programs. The list is closed.',
    ...Object.entries(REST_CODES).map(([code, { status, means }]) => `- ${code} (${status}): ${means}`),
  ].join('\n'),
});

/** The body of every failure. @see [REST-E1], [REST-E10] */
export const problemSchema = z
  .object({
    success: z.literal(false),
    code: errorCodeSchema,
    error: z.string().meta({ description: 'What is wrong, as a sentence for people.' }),
    fields: z
      .array(problemFieldSchema)
      .meta({ description: 'The invalid fields with their problems, if fields are invalid.' })
      .optional(),
  })
  .meta({ id: 'Problem', description: 'A failure.' });
