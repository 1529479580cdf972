import { poll } from '../base/poll';

/** Returns a document whose visibility the test can change. */
function aPage() {
  const events = new EventTarget();
  const page = Object.assign(events, {
    hidden: false,
    hide(hidden: boolean) {
      page.hidden = hidden;
      events.dispatchEvent(new Event('visibilitychange'));
    },
  });
  return page;
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function begin(everyMs = 10) {
  const page = aPage();
  const answers: { resolve(done: boolean): void; reject(): void }[] = [];
  const end = poll<boolean>(
    {
      ask: () =>
        new Promise((resolve, reject) => answers.push({ resolve, reject: () => reject(new Error('lost')) })),
      take: (done) => done,
      everyMs,
    },
    page as unknown as Document,
  );
  return { page, answers, end };
}

const passes = (ms: number) => jest.advanceTimersByTimeAsync(ms);

describe('a polling view', () => {
  it('waits a second after each answer before the next request, with any shorter interval', async () => {
    const { answers } = begin(1);
    await passes(999);
    expect(answers).toHaveLength(0);
    await passes(1);
    expect(answers).toHaveLength(1);
    answers[0]?.resolve(false);
    await passes(999);
    expect(answers).toHaveLength(1);
    await passes(1);
    expect(answers).toHaveLength(2);
  });

  it('never sends a request while it waits for an answer, also when it is hidden and shown meanwhile', async () => {
    const { answers, page } = begin();
    await passes(60_000);
    page.hide(true);
    page.hide(false);
    await passes(60_000);
    expect(answers).toHaveLength(1);
  });

  it('continues after a failed request', async () => {
    const { answers } = begin();
    await passes(1_000);
    answers[0]?.reject();
    await passes(1_000);
    expect(answers).toHaveLength(2);
  });

  it('sends nothing while it is hidden, and continues when it is shown', async () => {
    const { answers, page } = begin();
    page.hide(true);
    await passes(60_000);
    expect(answers).toHaveLength(0);
    page.hide(false);
    await passes(1_000);
    expect(answers).toHaveLength(1);
  });

  it.each(['taken down', 'done'])('sends nothing more when it is %s', async (how) => {
    const { answers, page, end } = begin();
    await passes(1_000);
    if (how === 'done') answers[0]?.resolve(true);
    else {
      end();
      answers[0]?.resolve(false);
    }
    await passes(1_000);
    page.hide(false);
    await passes(60_000);
    expect(answers).toHaveLength(1);
  });
});
