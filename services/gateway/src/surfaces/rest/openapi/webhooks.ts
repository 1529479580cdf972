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
 * Returns the events that are sent to an account's URL. They are marked `x-internal`. Otherwise generated clients would
 * have methods that send these events to us.
 */
export const webhooksOf = (schemas: Schemas) => ({
  shipmentEvent: {
    post: {
      operationId: 'receiveShipmentEvent',
      tags: [TAG],
      'x-internal': true,
      summary: 'The label of an order was purchased or voided',
      description: [
        'Sent to the URL of `POST /public/webhook` about 5 minutes after the purchase of a label, once for each order. If this label is voided, an event of type `label_voided` follows when the carrier accepts the void; its `Shipment` describes the voided label. Later labels of the order cause no events. `POST /public/webhook/test` sends a test event.',
        'To verify an event, compute the HMAC-SHA256 of the timestamp, a period and the raw body, with the whole signing secret as the key, in lowercase hex. Compare the result in constant time with each `v1=` of `X-Ship-Signature`. Refuse timestamps that are older than five minutes.',
        'If the URL does not answer with 2xx within 15 seconds, the event is sent again after 5 minutes times the number of the attempt, at most 60 minutes, up to 10 attempts in all. An event may arrive more than once, and events may arrive in any order: deduplicate by `EventId`.',
      ].join('\n\n'),
      security: [],
      parameters: [
        header('X-Ship-Event-Id', 'The `EventId` of the body.', 7001),
        header('X-Ship-Timestamp', 'When this attempt was signed, in Unix seconds.', 1793631845),
        header(
          'X-Ship-Signature',
          '`v1=` and the signature. For 24 hours after a rotation of the secret, two signatures with a comma between them.',
          'v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
        ),
      ],
      requestBody: { required: true, content: json(schemas.of(webhookEventSchema, 'output'), EXAMPLE_EVENT) },
      responses: {
        '2XX': { description: 'Received. The event is not sent again.' },
        '4XX': {
          description:
            'Not received. After every answer except 2xx, and after no answer, the event is sent again.',
        },
      },
    },
  },
});
