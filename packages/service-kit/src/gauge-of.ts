import { Gauge } from 'prom-client';
import { within } from './within';

interface Options<Label extends string> {
  name: string;
  help: string;
  labelNames?: readonly Label[];
  /** The present values. Called when the metrics are scraped, at most once in some seconds. */
  read(): Promise<readonly Sample<Label>[]>;
}

interface Sample<Label extends string> {
  labels?: Readonly<Record<Label, string>>;
  value: number;
}

/** Milliseconds for which values are kept, however often they are scraped. */
const CACHE_MS = 5_000;
/** Milliseconds that a scrape waits: a database that is down must not hide the metrics of everything else. */
const WAIT_TIMEOUT_MS = 2_000;

/**
 * A gauge whose values are read at the scrape. When they cannot be read the metric is absent, which an alert can tell
 * from zero. It belongs to no registry until `ServiceApp.metrics` registers it.
 */
export function gaugeOf<Label extends string = never>(options: Options<Label>): Gauge<Label> {
  const { name, help, labelNames = [], read } = options;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  const gauge = new Gauge<Label>({
    name,
    help,
    labelNames,
    registers: [],
    collect: async () => {
      if (performance.now() - readAt < CACHE_MS) return;
      reading ??= read()
        .then(
          (samples) => {
            readAt = performance.now();
            gauge.reset();
            for (const { labels, value } of samples) {
              if (labels) gauge.set(labels, value);
              else gauge.set(value);
            }
          },
          () => {
            gauge.reset();
            // A gauge without labels always has one value, which a reset sets to zero.
            if (labelNames.length === 0) gauge.remove();
          },
        )
        .finally(() => {
          reading = undefined;
        });
      await within(WAIT_TIMEOUT_MS, reading, () => undefined);
    },
  });
  return gauge;
}
