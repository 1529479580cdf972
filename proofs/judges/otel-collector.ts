import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@parcelyard/testing/eventually';
import { freePort } from '@parcelyard/testing/free-ports';
import { withLocalStack } from '@parcelyard/testing/with-local-stack';
import type { Judge } from '../judge';
import { buildCollector, COLLECTOR_VERSION } from '../telemetry/build-collector';
import { type PrintedSpan, printedSpans } from '../telemetry/printed-spans';

const TOKEN = 'of a proof';
/** The settings for the collector and for the programs themselves, as a platform team would choose them. */
const SETTINGS = {
  OTEL_EXPORTER_OTLP_HEADERS: `authorization=${encodeURIComponent(`Bearer ${TOKEN}`)}`,
  OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=proof',
  OTEL_TRACES_SAMPLER: 'parentbased_always_on',
};

/** The spans that are needed to follow a purchase. */
const PATH = [
  ...['HTTP POST', 'Auth.Authorize', 'Shipping.BuyLabel', 'Orders.LockForPurchase', 'Billing.Hold'],
  ...['Orders.AttachLabel', 'Billing.Capture', 'consume order.label_purchased'],
];

export const otelCollector: Judge = {
  name: 'otel-collector',
  proves:
    "OpenTelemetry's collector accepts the spans of seven processes that have its token, and refuses a caller without the token. The spans of a purchase form one tree under the caller's span.",
  needs: ['go'],
  async judge(workshop) {
    const program = await buildCollector(workshop);
    const port = await freePort();
    const config = join(workshop.folder, 'collector.yaml');
    writeFileSync(config, configOf(port, TOKEN));
    const collector = spawn(program, ['--config', config], { stdio: ['ignore', 'ignore', 'pipe'] });
    let told = '';
    collector.stderr.on('data', (chunk: Buffer) => {
      told += chunk.toString();
    });
    const endpoint = `http://127.0.0.1:${port}`;
    try {
      const strangers = await eventually(() => postNothing(endpoint));
      const environment = { SPLIT: '1', OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...SETTINGS };
      return await withLocalStack(environment, async (dataDir) => {
        const tour = await workshop.run(process.execPath, [join(process.cwd(), 'examples/tour.mjs')], {
          environment: { DATA_DIR: dataDir, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint },
        });
        const [, traceId = '', caller = ''] = /traceparent: 00-(\w+)-(\w+)-01/.exec(tour) ?? [];
        const spans = await eventually(() => {
          const found = printedSpans(told).filter((span) => span.traceId === traceId);
          const missing = PATH.filter((name) => !found.some((span) => span.name === name));
          if (missing.length > 0) throw new Error(`The collector has no span ${missing.join(', ')}.`);
          return found;
        }, 30_000);
        const programs = new Set(spans.map(({ service }) => service)).size;
        return {
          version: COLLECTOR_VERSION,
          checked: spans.length,
          faults: [
            ...(strangers === 401 ? [] : [`the collector answers ${strangers} to a caller without a token`]),
            ...faultsOf(spans, caller),
          ],
          figures: [`${programs} programs in one trace`],
        };
      });
    } finally {
      collector.kill();
    }
  },
};

/** Sends an empty list of spans without a token, and returns the HTTP status of the answer. */
async function postNothing(endpoint: string): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const { status } = await fetch(`${endpoint}/v1/traces`, { method: 'POST', headers, body: '{}' });
  return status;
}

function faultsOf(spans: readonly PrintedSpan[], caller: string): string[] {
  const known = new Set([caller, ...spans.map(({ spanId }) => spanId)]);
  return [
    ...spans
      .filter(({ parentId }) => !known.has(parentId))
      .map(({ name, parentId }) => `the parent of ${name}, span ${parentId}, was not recorded`),
    ...spans
      .filter(({ parentId, name }) => (parentId === caller) !== (name === 'HTTP POST'))
      .map(({ name }) => `${name} and the request are in each other's place`),
    ...spans.filter(({ service }) => service === '').map(({ name }) => `${name} does not name its program`),
    ...spans
      .filter(({ environment }) => environment !== 'proof')
      .map(({ name }) => `${name} does not have the attributes that the operator set for its program`),
    ...spans.filter(({ lasted }) => !(lasted >= 0)).map(({ name, lasted }) => `${name} lasted ${lasted} ms`),
  ];
}

const configOf = (port: number, token: string) => `
extensions:
  bearertokenauth: { token: '${token}' }
receivers:
  otlp:
    protocols:
      http: { endpoint: '127.0.0.1:${port}', auth: { authenticator: bearertokenauth } }
exporters:
  debug: { verbosity: detailed }
service:
  extensions: [bearertokenauth]
  telemetry:
    metrics: { level: none }
  pipelines:
    traces: { receivers: [otlp], exporters: [debug] }
`;
