import { Table } from '../../../view/table';
import { CodeInLanguages } from '../code-block';
import { Section } from './section';
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
  { name: 'EventType', means: 'label_printed, or test for the event that you asked for; more may follow' },
  { name: 'Id, InvoiceNumber, OrderStatus', means: 'the order; its status is Label Printed' },
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

export const WebhooksSection = () => (
  <Section id="webhooks" title="Webhooks">
    <p>
      <a href="#registerWebhook">POST /public/webhook</a> registers one URL and answers its signing secret.
      About five minutes after the first label of an order is bought, we send it an event, once an order: a
      POST with JSON whose names are PascalCase.
    </p>
    <Table caption="Headers of a delivery" columns={COLUMNS('Header')} rows={HEADERS} />
    <Table caption="Payload of an event" columns={COLUMNS('Member')} rows={PAYLOAD} />
    <p>
      Answer with any 2xx within 15 seconds and do long work afterwards. Anything else is tried again after 5
      minutes times the number of the attempt, 60 at most, ten times in all. Events come at least once and in
      no particular order.
    </p>
    <h3>Check the signature</h3>
    <p>Check it against the raw bytes of the body, before anything parses them.</p>
    <CodeInLanguages name="verify-webhook" label="Check a delivery" code={VERIFY_WEBHOOK} />
    <p>
      <a href="#testWebhook">POST /public/webhook/test</a> sends an event to try it,{' '}
      <a href="#listWebhookDeliveries">GET /public/webhook/deliveries</a> tells what became of each attempt,{' '}
      <a href="#replayWebhookDelivery">a replay</a> sends one again, and{' '}
      <a href="#rotateWebhookSecret">POST /public/webhook/rotate-secret</a> makes a new secret, beside which
      the old one signs for 24 hours.
    </p>
  </Section>
);
