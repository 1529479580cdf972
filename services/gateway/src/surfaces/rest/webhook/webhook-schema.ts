import type { Webhook } from '@parcelyard/contracts/orders';
import { z } from 'zod';
import { link } from '../fields';

/** @see [REST-W1] */
export const webhookSchema = z
  .object({
    url: link('The URL that gets events; null if none is registered.').nullable(),
    signingSecret: z.string().nullable().meta({
      description:
        'The key of every `X-Ship-Signature`; begins with `whsec_`. null before the first registration, and when the key can no longer be read: rotate it.',
    }),
  })
  .meta({ id: 'Webhook' });

export const presentWebhook = ({ url, signingSecret }: Webhook): z.infer<typeof webhookSchema> => ({
  url: url ?? null,
  signingSecret: signingSecret ?? null,
});

export const NO_WEBHOOK = {
  409: { description: 'No URL is registered.', codes: ['wrong_state'] },
} as const;
