import type { JsMsg } from '@nats-io/jetstream';
import { startWorker } from '@parcelyard/due-work/worker';
import { currentRequestId, servingRequest } from '@parcelyard/service-kit/tracing/request-id';
import { partial } from '@parcelyard/testing/partial';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { consumeEvent } from '../src/consume-event';
import type { DeadLetters } from '../src/dead-letters';
import { labelPrinted } from '../src/event-type';
import { createInProcessBus } from '../src/in-process-bus';
import { deploymentStream } from '../src/jetstream/deployment-stream';
import { toEnvelope, toHeaders } from '../src/jetstream/message';
import { anEvent } from './event-message';

const deadLetters = partial<DeadLetters>({ register: () => () => undefined });

it('an event is handled with the request id of its change, or with none', async () => {
  const bus = createInProcessBus({ logger: silentLogger });
  const seen: (string | undefined)[] = [];
  await consumeEvent(bus, {
    durable: 'mailer',
    type: labelPrinted,
    deadLetters,
    logger: silentLogger,
    handle: async () => void seen.push(currentRequestId()),
  });
  const ofOne = servingRequest('one', () => anEvent(1));
  const ofNone = anEvent(2);
  await servingRequest('two', async () => {
    await bus.publish(ofOne);
    await bus.publish(ofNone);
  });
  await bus.close();
  expect(seen).toEqual(['one', undefined]);
});

it('JetStream stores the request id with the event', () => {
  const event = servingRequest('one', () => anEvent(1));
  const headers = toHeaders(event);
  headers.set('Nats-Msg-Id', event.eventId);
  const stream = deploymentStream({ DEPLOYMENT_NAME: 'test' });
  const message = { headers, info: {}, subject: stream.subjectOf(event.type), data: event.payload };
  expect(toEnvelope(message as JsMsg, stream)).toMatchObject({
    eventId: event.eventId,
    requestId: 'one',
  });
});

it('a worker runs without a request id, whoever woke it', async () => {
  const seen: (string | undefined)[] = [];
  const run = async () => {
    seen.push(currentRequestId());
    return { found: false };
  };
  const worker = startWorker({ name: 'test', run, maxIdleMs: 60_000, logger: silentLogger });
  await new Promise(setImmediate);
  servingRequest('one', () => worker.wake());
  await worker.stop();
  expect(seen).toEqual([undefined, undefined]);
});
