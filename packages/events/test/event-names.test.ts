import { LabelPrinted } from '@parcelyard/contracts/events';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { connectBus } from '../src/connect-bus';
import { defineEvent } from '../src/event-type';
import { parseServers } from '../src/jetstream/parse-servers';
import { createOutboxEntry } from '../src/outbox-entry';
import { redeliveryDelay } from '../src/redelivery-delay';

it.each(['label', 'Order.labelled', 'order.>', 'order.*', 'order label', 'order.', ''])(
  'an event cannot have the name "%s"',
  (name) => {
    expect(() => defineEvent(name, LabelPrinted)).toThrow('is not like');
  },
);

it('an outbox entry requires an id', () => {
  const type = defineEvent('order.label_printed', LabelPrinted);
  const data = LabelPrinted.decode(new Uint8Array());
  const identity = { eventId: '', accountId: 1, occurredAt: new Date() };
  expect(() => createOutboxEntry(type, identity, data)).toThrow('needs an id');
});

it.each([
  ['nats://one:4222', { servers: ['one:4222'] }],
  ['one', { servers: ['one:4222'] }],
  ['nats://one:1, nats://two:2', { servers: ['one:1', 'two:2'] }],
  ['nats://user:p%40ss@one', { servers: ['one:4222'], user: 'user', pass: 'p@ss' }],
  ['nats://token@one', { servers: ['one:4222'], token: 'token' }],
  ['tls://one', { servers: ['one:4222'], tls: {} }],
])('the address %s is accepted', (text, expected) => {
  expect(parseServers(text)).toEqual(expected);
});

it.each(['http://user:topsecret@one', 'nats://topsecret@', ' , '])(
  'an invalid address is refused without its text: %s',
  (text) => {
    let message = '';
    try {
      parseServers(text);
    } catch (error) {
      message = String(error);
    }
    expect(message).toContain('NATS_URL');
    expect(message).not.toContain('topsecret');
  },
);

it('without an address the bus runs in this process', async () => {
  const bus = await connectBus({ natsUrl: '', logger: silentLogger });
  expect(bus.isConnected()).toBe(true);
  await bus.close();
});

it('the pauses between deliveries grow, up to a minute', () => {
  expect([1, 2, 3, 4].map(redeliveryDelay)).toEqual([250, 500, 1_000, 2_000]);
  expect(redeliveryDelay(1_000)).toBe(60_000);
});
