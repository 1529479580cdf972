import { Card } from '../../../view/blocks';
import { Table } from '../../../view/table';
import { CodeInLanguages } from '../code-block';
import type { GuidePage } from '../guide-page';
import { LanguageChoice } from '../language-choice';
import { LANGUAGES } from '../languages';
import { VERIFY_WEBHOOK } from './verify-webhook';

const HEADERS = [
  {
    name: 'X-Ship-Event-Id',
    means: 'The event’s number, the same in every attempt. Skip numbers that you have processed.',
  },
  { name: 'X-Ship-Timestamp', means: 'The time at which this attempt was signed, in seconds since 1970.' },
  {
    name: 'X-Ship-Signature',
    means:
      'v1= and the lowercase hex HMAC-SHA256 of the timestamp, a period and the raw body, with the whole secret as key. For 24 hours after a rotation there are two signatures, separated by a comma.',
  },
] as const;

const PAYLOAD = [
  { name: 'EventId', means: 'integer; the event’s number' },
  {
    name: 'EventType',
    means: 'label_printed, label_voided, or test for a test event. New types may be added.',
  },
  {
    name: 'Id, InvoiceNumber, OrderStatus',
    means: 'the order (0 in a test). Its status is Label Printed, or after a void its current status',
  },
  { name: 'FirstName … Country', means: 'the recipient, as in the order' },
  { name: 'Total, SalesTax, Handling, Subtotal, Shipping, Weight, Discount', means: 'decimals' },
  {
    name: 'Shipment',
    means: 'ShipDate, ShippingMethod, ShippingCost, TrackingNumber, TrackingURL, ShippingLabelURL',
  },
  { name: 'Items', means: 'list of Id, ItemCode, UPC, Price, Quantity' },
] as const;

const COLUMNS = (heading: string) =>
  [
    { heading, cell: ({ name }: { name: string }) => <code>{name}</code> },
    { heading: 'Meaning', kind: 'text', cell: ({ means }: { means: string }) => means },
  ] as const;

export const WEBHOOKS: GuidePage = {
  path: '/public/docs/webhooks',
  title: 'Webhooks',
  short: 'Webhooks',
  description:
    'The events that your endpoint receives about labels, how to verify them, and how to test your endpoint.',
  body: (
    <div class="stack">
      <Card title="What is sent">
        <p>
          <a href="/public/docs/reference/registerWebhook">POST /public/webhook</a> registers one URL and
          returns its signing secret. About five minutes after the first label of an order is bought, we POST
          one <code>label_printed</code> event to it, as JSON with PascalCase names. If that label is voided
          later, we send <code>label_voided</code> immediately.
        </p>
        <Table caption="Headers of a delivery" columns={COLUMNS('Header')} rows={HEADERS} />
        <Table caption="Payload of an event" columns={COLUMNS('Member')} rows={PAYLOAD} />
        <p>
          Answer with any 2xx within 15 seconds, and do long work afterwards. Otherwise we try again after 5
          minutes, then after 10, 15 and so on, up to 60 minutes. After ten attempts we stop. An event may
          arrive more than once and in any order: store <code>EventId</code> and skip events that you have
          processed.
        </p>
      </Card>
      <Card title="Check the signature" lead="Verify the raw bytes of the body before you parse it.">
        <LanguageChoice languages={LANGUAGES} />
        <CodeInLanguages name="verify-webhook" label="Check a delivery" code={VERIFY_WEBHOOK} />
      </Card>
      <Card title="Test events and secret rotation">
        <p>
          <a href="/public/docs/reference/testWebhook">POST /public/webhook/test</a> sends a test event.{' '}
          <a href="/public/docs/reference/listWebhookDeliveries">GET /public/webhook/deliveries</a> lists each
          attempt and its result. <a href="/public/docs/reference/replayWebhookDelivery">A replay</a> sends a
          failed event again.{' '}
          <a href="/public/docs/reference/rotateWebhookSecret">POST /public/webhook/rotate-secret</a> creates
          a new secret. For 24 hours, every event is signed with both secrets.
        </p>
      </Card>
    </div>
  ),
};
