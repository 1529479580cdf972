import { eventually } from '@parcelyard/testing/eventually';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { connectLoopbackBus } from '../src/loopback/connect-loopback-bus';
import { startLoopbackHub } from '../src/loopback/start-loopback-hub';
import { anEvent } from './event-message';

describe('services that start and stop around the loopback hub', () => {
  it('an event of a service that died during its handling goes to the next one', async () => {
    const hub = await startLoopbackHub({ logger: silentLogger, redeliveryDelayMs: () => 10 });
    hub.release();
    const publisher = connectLoopbackBus({ url: hub.url, logger: silentLogger });
    const doomed = connectLoopbackBus({ url: hub.url, logger: silentLogger });
    await eventually(() => expect(publisher.isConnected() && doomed.isConnected()).toBe(true));
    const { type, eventId } = anEvent(1);
    let die: (reason: Error) => void = () => undefined;
    const taken: string[] = [];
    await doomed.subscribe({
      durable: 'mail',
      type,
      handle: (envelope) => {
        taken.push(envelope.eventId);
        return new Promise((_, reject) => {
          die = reject;
        });
      },
    });
    const published = publisher.publish(anEvent(1));
    await eventually(() => expect(taken).toEqual([eventId]));
    const dying = doomed.close();
    die(new Error('killed'));
    await dying;

    const got: string[] = [];
    const successor = connectLoopbackBus({ url: hub.url, logger: silentLogger });
    await successor.subscribe({
      durable: 'mail',
      type,
      handle: async (envelope) => {
        got.push(envelope.eventId);
      },
    });
    await published;
    expect(got).toEqual([eventId]);
    await Promise.all([publisher.close(), successor.close()]);
    await hub.stop();
  });

  it('publishing is refused at once while the hub is down, so that the event stays in its outbox', async () => {
    const hub = await startLoopbackHub({ logger: silentLogger });
    const bus = connectLoopbackBus({ url: hub.url, logger: silentLogger });
    await eventually(() => expect(bus.isConnected()).toBe(true));
    // The hub was not released yet, so it has not delivered this event when it stops.
    const underWay = bus.publish(anEvent(1));
    await hub.stop();
    await expect(underWay).rejects.toThrow('event');
    await eventually(() => expect(bus.isConnected()).toBe(false));
    await expect(bus.publish(anEvent(2))).rejects.toThrow('The event hub is out of reach.');
    await bus.close();
  });
});
