/** The parts of promtool's unit test file that are changed here. */
export interface Cases {
  readonly tests: readonly Test[];
}

interface Test {
  readonly input_series: readonly Series[];
  readonly alert_rule_test: readonly { readonly exp_alerts?: readonly Expected[] }[];
}

interface Series {
  readonly series: string;
  readonly values: string;
}

interface Expected {
  readonly exp_labels: Readonly<Record<string, string>>;
}

export const BROKEN = 'broken';
export const WELL = 'well';

/**
 * Changes the tests of one release into tests of a Prometheus that scrapes two releases. In the namespace {@link
 * BROKEN}, the events of a test happen. In the namespace {@link WELL}, everything is right, so there must be no alerts
 * for it.
 */
export function inTwoNamespaces(cases: Cases): Cases {
  const tests = cases.tests.filter(({ input_series: [first] }) => !first?.series.includes('namespace='));
  return {
    ...cases,
    tests: tests.map((test) => ({
      ...test,
      input_series: test.input_series.flatMap(({ series, values }) => [
        { series: inNamespace(series, BROKEN), values },
        { series: inNamespace(series, WELL), values: whileWell(values) },
      ]),
      alert_rule_test: test.alert_rule_test.map(({ exp_alerts = [], ...asked }) => ({
        ...asked,
        exp_alerts: exp_alerts.map((expected) => ({
          ...expected,
          exp_labels: { ...expected.exp_labels, namespace: BROKEN },
        })),
      })),
    })),
  };
}

const inNamespace = (series: string, namespace: string): string =>
  series.includes('{')
    ? series.replace('{', `{namespace="${namespace}", `)
    : `${series}{namespace="${namespace}"}`;

/**
 * Returns a series in promtool's notation. It continues the first part of `values` for longer than any test lasts: "0,
 * repeated 4 times, then 2, repeated 10 times" (`0x4 2x10`) becomes "0, repeated 200 times" (`0x200`).
 */
const whileWell = (values: string): string => `${values.split(' ', 1)[0]?.replace(/x\d+$/, '')}x200`;
