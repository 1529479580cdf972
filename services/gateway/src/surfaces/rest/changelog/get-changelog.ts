import { z } from 'zod';
import { defineRoute, ok } from '../route';
import { CHANGELOG } from './changelog';

const changeSchema = z
  .object({
    date: z.string().meta({ format: 'date', description: 'Day of the release, UTC.' }),
    kind: z.string().meta({
      description: 'added, changed, fixed, deprecated or removed; more kinds may follow.',
    }),
    description: z.string().meta({ description: 'What changed, and what it means for a client.' }),
  })
  .meta({ id: 'ApiChange' });

/** @see [REST-D8] */
export const getChangelog = defineRoute({
  operationId: 'getChangelog',
  method: 'GET',
  path: '/public/changelog',
  tag: 'Documents',
  summary: 'List the changes of the API',
  description:
    'Returns all changes of the API, newest first. /public/docs/changelog shows them with the rules of versioning. Send the ETag of the last answer as If-None-Match; the answer 304 means that nothing is new.',
  access: 'none',
  answers: { 200: z.object({ result: z.array(changeSchema) }) },
  example: { answer: { result: CHANGELOG } },
  run: async () => ok({ result: CHANGELOG }),
});
