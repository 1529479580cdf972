#!/usr/bin/env node
/**
 * Makes one purchase and shows everything that the purchase leaves behind: request, spans, events, documents, ledger
 * lines (docs/tour.md). It needs the local stack of this checkout. Start the stack so that it sends its traces to this
 * program:
 *
 * OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318 make up
 * node examples/tour.mjs
 *
 * DATA_DIR and OTEL_EXPORTER_OTLP_ENDPOINT name another stack, as they do for `make up`.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { collectSpans } from './tour/collect-spans.mjs';
import { drawTrace } from './tour/draw-trace.mjs';
import { readRecords } from './tour/read-records.mjs';
import { watchEvents } from './tour/watch-events.mjs';

const stack = JSON.parse(readFileSync(`${process.env.DATA_DIR ?? '.local'}/stack.json`, 'utf8'));
const endpoint = process.env.OTEL_EXPORTER_OTLP_ENDPOINT || 'http://127.0.0.1:4318';
const traceId = randomBytes(16).toString('hex');
const traceparent = `00-${traceId}-${randomBytes(8).toString('hex')}-01`;

const collector = await collectSpans(endpoint);
const bus = await watchEvents(stack.engines.nats.url);

const { orderId, purchase } = await prepareOrder();
title('1. The request');
const bought = await post('/public/purchase-label', purchase, { traceparent });
const requestId = bought.headers.get('x-request-id');
const { trackingNumber, totalCharge } = bought.result;
say(`POST /public/purchase-label   order ${orderId}`);
say(`traceparent: ${traceparent}`);
say(`→ ${bought.status}   X-Request-Id: ${requestId}`);
say(`  label ${trackingNumber}, charged $${totalCharge.toFixed(2)}`);

title('2. Its spans: the services that worked on it, in milliseconds from its start');
const spans = await collector.spansOf(traceId);
say(...(spans.length > 0 ? drawTrace(spans) : [collector.whyNone(traceId)]));

title('3. Its events: what the services published afterwards');
const events = bus.eventsOf(requestId);
for (const { subject, eventId, traceparent: cause } of events) {
  say(subject, `  ${eventId}${cause ? `   caused by span ${cause.split('-')[2]}` : ''}`);
}
if (events.length === 0) say(bus.whyNone);

const { documents, transfers } = await readRecords(stack, { orderId, requestId });
title('4. Its documents: what is stored now');
for (const { where, fields } of documents) say(where, `  ${compact(fields)}`);

title('5. Its money: the lines that it added to the ledger, in cents');
for (const { seq, _id, lines, after } of transfers) {
  const sum = lines.reduce((total, { cents }) => total + cents, 0);
  say(`${seq}  ${_id}`, `   ${lines.map(({ ledger, cents }) => `${ledger} ${signed(cents)}`).join(', ')}`);
  say(`   sum ${sum}; after it ${after.available} available, ${after.held} held`);
}
console.log('\nnpx shipctl ledger verify   compares the ledger with the carrier and the payment gateway.');

await Promise.all([collector.close(), bus.close()]);

/** Creates a new order and gets the cheapest rate for it. */
async function prepareOrder() {
  const { result: order } = await post('/public/order', {
    invoiceNumber: `TOUR-${traceId.slice(0, 8)}`,
    firstName: 'Grace',
    lastName: 'Hopper',
    address1: '350 5th Ave',
    city: 'New York',
    state: 'NY',
    zip: '10118',
    country: 'US',
    items: [{ itemCode: 'COMPASS-1', quantity: 1, price: 20 }],
  });
  const parcel = { weightOz: 12, length: 8, width: 6, height: 4 };
  const { result } = await post('/public/shipping-info', { orderId: order.id, ...parcel });
  const [{ rateId, method, serviceLevel }] = result.rates;
  const purchase = { orderId: order.id, packageId: result.packageId, rateId, method, serviceLevel };
  return { orderId: order.id, purchase };
}

async function post(path, body, headers = {}) {
  const response = await fetch(`${stack.baseUrl}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${stack.demo.accessToken}`,
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`POST ${path} is answered ${response.status}: ${JSON.stringify(answer)}`);
  return { status: response.status, headers: response.headers, result: answer.result };
}

function title(text) {
  console.log(`\n${text}\n`);
}

function say(...lines) {
  for (const line of lines) console.log(`   ${line}`);
}

function compact(fields) {
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(', ');
}

function signed(cents) {
  return cents < 0 ? `−${-cents}` : `+${cents}`;
}
