import { type AddressInfo, createServer } from 'node:net';
import { eventually } from '@parcelyard/testing/eventually';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { keepsStreams } from '../src/engines/keeps-streams';
import { watchJetStream } from '../src/engines/watch-jetstream';

test('a running NATS that lost its streams is restarted, and one that is starting or does not answer is not', async () => {
  const answers: (boolean | Error)[] = [true, false, true, new Error('away'), false, false, true];
  let asked = 0;
  const restartedAfter: number[] = [];
  const watch = watchJetStream({
    keepsStreams: async () => {
      const answer = answers[asked] ?? true;
      asked += 1;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    restart: () => restartedAfter.push(asked),
    logger: silentLogger,
    intervalMs: 1,
  });
  await eventually(() => expect(asked).toBeGreaterThan(answers.length));
  await watch.stop();
  expect(restartedAfter).toEqual([6]);
});

test('a NATS that has just ended is not taken for one without streams, and cannot end the watch', async () => {
  const ending = createServer((socket) => socket.resume().end('INFO {}\r\n'));
  await new Promise<void>((resolve) => ending.listen(0, '127.0.0.1', resolve));
  await expect(keepsStreams((ending.address() as AddressInfo).port)).rejects.toThrow('no nats-server');
  await new Promise((resolve) => ending.close(resolve));

  let asked = 0;
  const watch = watchJetStream({
    keepsStreams: async () => {
      asked += 1;
      return false;
    },
    restart: () => {
      throw new Error('kill ESRCH');
    },
    logger: silentLogger,
    intervalMs: 1,
  });
  await eventually(() => expect(asked).toBeGreaterThan(4));
  await watch.stop();
});
