import { Gauge } from 'prom-client';

interface Options<Label extends string> {
  name: string;
  help: string;
  labelNames?: readonly Label[];
  /** Every figure that there is now. Asked when somebody looks, at most once in some seconds. */
  read(): Promise<readonly Figure<Label>[]>;
}

interface Figure<Label extends string> {
  labels?: Readonly<Record<Label, string>>;
  value: number;
}

/** Milliseconds for which figures are as good as new, however many look. */
const FRESH_MS = 5_000;
/** Milliseconds that a look waits; a database that is away must not hide the figures of everything else. */
const PATIENCE_MS = 2_000;

/**
 * A gauge that is read when it is looked at. What cannot be read is absent: an alert can tell that from zero.
 * It belongs to no registry yet; `ServiceApp.metrics` takes it.
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
      if (performance.now() - readAt < FRESH_MS) return;
      reading ??= read()
        .then(
          (figures) => {
            readAt = performance.now();
            gauge.reset();
            for (const { labels, value } of figures) {
              if (labels) gauge.set(labels, value);
              else gauge.set(value);
            }
          },
          () => {
            gauge.reset();
            // Without labels there is always one figure, which a reset makes zero.
            if (labelNames.length === 0) gauge.remove();
          },
        )
        .finally(() => {
          reading = undefined;
        });
      await withinPatience(reading);
    },
  });
  return gauge;
}

async function withinPatience(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS);
  });
  await Promise.race([work, patience]);
  clearTimeout(timer);
}
