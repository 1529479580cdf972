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
    means: 'The event’s number, the same in every attempt: skip what you have seen.',
  },
  { name: 'X-Ship-Timestamp', means: 'When this attempt was signed, in seconds since 1970.' },
  {
    name: 'X-Ship-Signature',
    means:
      'v1= and the HMAC-SHA256, in lowercase hex, of the timestamp, a period and the raw body, under the whole secret. For 24 hours after a rotation it holds two, with a comma between.',
  },
] as const;

const PAYLOAD = [
  { name: 'EventId', means: 'integer; the event’s number' },
  {
    name: 'EventType',
    means: 'label_printed, label_voided, or test for the event that you asked for; more may follow',
  },
  {
    name: 'Id, InvoiceNumber, OrderStatus',
    means: 'the order (0 in a test); its status is Label Printed, after a void where it stands then',
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
    'What your endpoint is told about labels, how to check that it comes from us, and how to test it.',
  body: (
    <div class="stack">
      <Card title="What is sent">
        <p>
          <a href="/public/docs/reference/registerWebhook">POST /public/webhook</a> registers one URL and
          answers its signing secret. About five minutes after the first label of an order is bought, we send
          it an event, once an order: a POST with JSON whose names are PascalCase. If that label is voided
          later, <code>label_voided</code> tells so at once.
        </p>
        <Table caption="Headers of a delivery" columns={COLUMNS('Header')} rows={HEADERS} />
        <Table caption="Payload of an event" columns={COLUMNS('Member')} rows={PAYLOAD} />
        <p>
          Answer with any 2xx within 15 seconds and do long work afterwards. Anything else is tried again
          after 5 minutes times the number of the attempt, 60 at most, ten times in all. Events come at least
          once and in no particular order: keep <code>EventId</code>, and skip what you have seen.
        </p>
      </Card>
      <Card
        title="Check the signature"
        lead="Against the raw bytes of the body, before anything parses them."
      >
        <LanguageChoice languages={LANGUAGES} />
        <CodeInLanguages name="verify-webhook" label="Check a delivery" code={VERIFY_WEBHOOK} />
      </Card>
      <Card title="Test it, and change the secret">
        <p>
          <a href="/public/docs/reference/testWebhook">POST /public/webhook/test</a> sends an event to try it,{' '}
          <a href="/public/docs/reference/listWebhookDeliveries">GET /public/webhook/deliveries</a> tells what
          became of each attempt, <a href="/public/docs/reference/replayWebhookDelivery">a replay</a> sends
          one again, and{' '}
          <a href="/public/docs/reference/rotateWebhookSecret">POST /public/webhook/rotate-secret</a> makes a
          new secret, beside which the old one signs for 24 hours.
        </p>
      </Card>
    </div>
  ),
};
