import { eventually } from '@parcelyard/testing/eventually';
import { silentLogger } from '@parcelyard/testing/silent-logger';
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
