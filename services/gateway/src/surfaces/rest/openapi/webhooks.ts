import { EXAMPLE_EVENT, webhookEventSchema } from '../webhook/webhook-event-schema';
import { json } from './media-type';
import type { Schemas } from './schemas';
import type { RestTag } from './tags';

const TAG: RestTag = 'Webhook events';

const header = (name: string, description: string, example: string | number) => ({
  name,
  in: 'header',
  required: true,
  description,
  example,
  schema: typeof example === 'number' ? { type: 'integer', format: 'int64' } : { type: 'string' },
});

/**
 * Returns the events that are sent to an account's URL. They are marked `x-internal`, because generated clients would
 * otherwise have methods that call them.
 */
export const webhooksOf = (schemas: Schemas) => ({
  shipmentEvent: {
    post: {
      operationId: 'receiveShipmentEvent',
      tags: [TAG],
      'x-internal': true,
      summary: 'An order’s label was purchased, or voided',
      description: [
        'Sent to the URL of `POST /public/webhook`, once an order, about 5 minutes after the purchase of its label; a test is sent by `POST /public/webhook/test`. When the label that it told of is voided, once the carrier accepts, an event of type `label_voided` follows, with that label in `Shipment`; the next label of the order sends nothing more.',
        'To verify it, compute the HMAC-SHA256 of the timestamp, a period and the raw body, keyed with the whole signing secret, as lowercase hex; compare it in constant time with each `v1=` of `X-Ship-Signature`, and refuse timestamps older than five minutes.',
        'Anything but a 2xx within 15 seconds is tried again after 5 minutes times the number of the attempt, at most 60, up to 10 attempts in all. Events come at least once and in no order: deduplicate by `EventId`.',
      ].join('\n\n'),
      security: [],
      parameters: [
        header('X-Ship-Event-Id', 'The `EventId` of the body.', 7001),
        header('X-Ship-Timestamp', 'When this attempt was signed, in Unix seconds.', 1793631845),
        header(
          'X-Ship-Signature',
          '`v1=` and the signature; two of them, with a comma between, for 24 hours after the secret was rotated.',
          'v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
        ),
      ],
      requestBody: { required: true, content: json(schemas.of(webhookEventSchema, 'output'), EXAMPLE_EVENT) },
      responses: {
        '2XX': { description: 'Received; it is not sent again.' },
        '4XX': { description: 'Tried again, like every other answer and none at all.' },
      },
    },
  },
});
