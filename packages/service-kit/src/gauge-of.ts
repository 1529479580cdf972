import { Gauge } from 'prom-client';
import { within } from './within';

interface Options<Label extends string> {
  name: string;
  help: string;
  labelNames?: readonly Label[];
  /** Returns the current values. Called when the metrics are read, if the last values are older than a few seconds. */
  read(): Promise<readonly Sample<Label>[]>;
}

interface Sample<Label extends string> {
  labels?: Readonly<Record<Label, string>>;
  value: number;
}

/** Milliseconds for which values are cached. */
const CACHE_MS = 5_000;
/**
 * A reader of the metrics waits at most this many milliseconds for the values. Otherwise a database that is down would
 * hide all other metrics, too.
 */
const WAIT_TIMEOUT_MS = 2_000;

/**
 * Creates a gauge whose values are read when the metrics are read. If the values cannot be read, or do not arrive in
 * time, the metric is absent, so that an alert can distinguish missing values from zero and from old ones. A gauge is
 * registered only through `ServiceApp.metrics`.
 */
export function gaugeOf<Label extends string = never>(options: Options<Label>): Gauge<Label> {
  const { name, help, labelNames = [], read } = options;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  const forget = () => {
    gauge.reset();
    // After a reset, a gauge without labels would report zero, although its value is unknown. So the gauge is emptied.
    if (labelNames.length === 0) gauge.remove();
  };
  const gauge = new Gauge<Label>({
    name,
    help,
    labelNames,
    registers: [],
    collect: async () => {
      if (performance.now() - readAt < CACHE_MS) return;
      reading ??= read()
        .then((samples) => {
          readAt = performance.now();
          gauge.reset();
          for (const { labels, value } of samples) {
            if (labels) gauge.set(labels, value);
            else gauge.set(value);
          }
        }, forget)
        .finally(() => {
          reading = undefined;
        });
      await within(WAIT_TIMEOUT_MS, reading, forget);
    },
  });
  return gauge;
}
