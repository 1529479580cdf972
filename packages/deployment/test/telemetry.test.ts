import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  IPrometheusRule,
  IServiceMonitor,
} from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import type { IConfigMap, IService } from 'kubernetes-models/v1';
import { render, root } from './support/helm';
import { ofKind, ofService, podOf, SERVICES } from './support/manifest';

interface Panel {
  readonly type: string;
  readonly gridPos: { readonly y: number };
  readonly options?: { readonly content?: string };
  readonly fieldConfig?: { readonly defaults: { readonly noValue?: string; readonly mappings?: unknown } };
  readonly targets?: { readonly expr: string; readonly instant?: boolean }[];
}

/** Height of all panels above the first row with a title, in Grafana's units. */
const FIRST_ROW = 7;

describe('metrics', () => {
  const manifests = render('production');

  it.each(SERVICES)('of %s are read through its Service', (service) => {
    const [monitor] = ofKind<IServiceMonitor>(manifests, 'ServiceMonitor');
    const { metadata, spec } = ofService<IService>(manifests, 'Service', service);
    expect(metadata.labels).toMatchObject(monitor?.spec?.selector.matchLabels as object);
    const [endpoint] = monitor?.spec?.endpoints ?? [];
    expect(spec?.ports?.map(({ name }) => name)).toContain(endpoint?.port);
    // Without `honorLabels`, Prometheus renames the label by which the dashboard groups.
    expect(endpoint?.honorLabels).toBe(true);
  });

  const shown = metricsOf(dashboardOf(manifests).panels.flatMap(queriesOf));

  it('on the dashboard exist in the programs', () => {
    const known = metricNames();
    expect(shown.length).toBeGreaterThan(10);
    expect(shown.filter((name) => !known.has(name))).toEqual([]);
  });

  it('are on the dashboard also if no label of Grafana is given', () => {
    const dashboard = { enabled: true, labels: { grafana_dashboard: null } };
    expect(dashboardOf(render('development', { telemetry: { dashboard } })).panels.length).toBeGreaterThan(
      10,
    );
  });

  it('of alarms are on the dashboard', () => {
    const alerts = alertsOf(manifests);
    expect(alerts.length).toBeGreaterThan(10);
    expect(metricsOf(alerts).filter((name) => !shown.includes(name))).toEqual([]);
  });

  it('of alarms are limited to the namespace of the release', () => {
    const selectors = alertsOf(render('production', {}, { namespace: 'shop' })).flatMap(
      (query) => query.match(/\bparcelyard_\w+(\{[^}]*\})?/g) ?? [],
    );
    expect(selectors.length).toBeGreaterThan(30);
    expect(selectors.filter((selector) => !/\{namespace="shop"[,}]/.test(selector))).toEqual([]);
  });

  it('show on the first screen whether money is safe, calls are answered and work is on time', () => {
    const { panels } = dashboardOf(manifests);
    const first = panels.filter(({ gridPos }) => gridPos.y < FIRST_ROW);
    const questions = first.flatMap(({ options }) => options?.content?.match(/## (.*)/)?.[1] ?? []);
    expect(questions).toEqual(['Is money safe?', 'Are calls answered?', 'Is work late?']);
    const figures = first.filter(({ type }) => type === 'stat');
    expect(figures.length).toBe(9);
    for (const { fieldConfig, targets = [] } of figures) {
      // A figure that is absent must not appear as 0, and must not appear with its last value.
      const text = fieldConfig?.defaults.noValue;
      expect(text).toMatch(/^no /);
      // Without this setting, Grafana shows an absent value in the colour of the lowest value, which is green.
      const result = { text, color: '#808080' };
      expect(fieldConfig?.defaults.mappings).toEqual([
        { type: 'special', options: { match: 'null+nan', result } },
      ]);
      expect(targets.every(({ instant }) => instant)).toBe(true);
    }
  });

  it('are sent to a configured collector', () => {
    const withCollector = render('development', {
      telemetry: { otlp: { endpoint: 'http://collector.observability:4318' } },
    });
    for (const service of SERVICES) {
      const { data } = ofService<IConfigMap>(withCollector, 'ConfigMap', service);
      expect(data?.OTEL_EXPORTER_OTLP_ENDPOINT).toBe('http://collector.observability:4318');
      const policy = JSON.stringify(ofService(withCollector, 'NetworkPolicy', service));
      expect(policy).toContain('"port":4318');
    }
  });

  it('are sent to the address for spans, with a credential from a Secret', () => {
    const tracesEndpoint = 'https://otlp.example/v1/traces';
    const outside = render('production', {
      telemetry: { otlp: { tracesEndpoint, existingSecret: 'collector' } },
    });
    for (const service of SERVICES) {
      const { data } = ofService<IConfigMap>(outside, 'ConfigMap', service);
      expect(data).toMatchObject({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: tracesEndpoint });
      expect(podOf(outside, service).container.env).toContainEqual({
        name: 'OTEL_EXPORTER_OTLP_HEADERS',
        valueFrom: { secretKeyRef: { name: 'collector', key: 'OTEL_EXPORTER_OTLP_HEADERS' } },
      });
      const { egress } = ofService<INetworkPolicy>(outside, 'NetworkPolicy', service).spec ?? {};
      expect(egress).toContainEqual({
        to: [{ namespaceSelector: {} }],
        ports: [{ protocol: 'TCP', port: 443 }],
      });
    }
  });

  it('have a name of their own for each service', () => {
    const OTEL_SERVICE_NAME = 'parcels';
    const named = render('production', { services: { orders: { config: { OTEL_SERVICE_NAME } } } });
    const names = SERVICES.map(
      (service) => ofService<IConfigMap>(named, 'ConfigMap', service).data?.OTEL_SERVICE_NAME,
    );
    expect(names.filter((name) => name !== undefined)).toEqual([OTEL_SERVICE_NAME]);
    expect(() => render('production', { config: { OTEL_SERVICE_NAME } })).toThrow(/OTEL_SERVICE_NAME/);
  });
});

function alertsOf(manifests: ReturnType<typeof render>): string[] {
  const [rule] = ofKind<IPrometheusRule>(manifests, 'PrometheusRule');
  return rule?.spec?.groups?.flatMap(({ rules = [] }) => rules.map(({ expr }) => String(expr))) ?? [];
}

function queriesOf({ targets = [] }: Panel): string[] {
  return targets.map(({ expr }) => expr);
}

/** Returns the metrics' names, without the suffix of a histogram's series. */
function metricsOf(queries: readonly string[]): string[] {
  return queries
    .flatMap((query) => query.match(/\bparcelyard_\w+/g) ?? [])
    .map((name) => name.replace(/_(count|sum|bucket)$/, ''));
}

function dashboardOf(manifests: ReturnType<typeof render>): { readonly panels: readonly Panel[] } {
  const map = ofKind<IConfigMap>(manifests, 'ConfigMap').find(({ metadata }) =>
    metadata.name.endsWith('-dashboard'),
  );
  return JSON.parse(map?.data?.['parcelyard.json'] as string);
}

function metricNames(): Set<string> {
  const files = ['packages', 'services'].flatMap((folder) =>
    readdirSync(join(root, folder)).flatMap((workspace) => sources(join(root, folder, workspace, 'src'))),
  );
  return new Set(
    files
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/'(parcelyard_\w+)'/g)])
      .map(([, name]) => name as string),
  );
}

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}
