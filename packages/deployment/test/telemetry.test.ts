import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IServiceMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import type { IConfigMap, IService } from 'kubernetes-models/v1';
import { render, root } from './support/helm';
import { ofKind, ofService, SERVICES } from './support/manifest';

interface Dashboard {
  readonly panels: { readonly title: string; readonly targets?: { readonly expr: string }[] }[];
}

describe('figures', () => {
  const manifests = render('production');

  it.each(SERVICES)('of %s are scraped through its Service', (service) => {
    const [monitor] = ofKind<IServiceMonitor>(manifests, 'ServiceMonitor');
    const { metadata, spec } = ofService<IService>(manifests, 'Service', service);
    expect(metadata.labels).toMatchObject(monitor?.spec?.selector.matchLabels as object);
    const [endpoint] = monitor?.spec?.endpoints ?? [];
    expect(spec?.ports?.map(({ name }) => name)).toContain(endpoint?.port);
    // Else Prometheus would rename the label that the dashboard groups by.
    expect(endpoint?.honorLabels).toBe(true);
  });

  it('on the dashboard are ones that the programs have', () => {
    const dashboard = dashboardOf(manifests);
    const shown = dashboard.panels.flatMap(({ targets = [] }) =>
      targets.flatMap(({ expr }) => expr.match(/\bparcelyard_\w+/g) ?? []),
    );
    const known = metricNames();
    const unknown = shown.filter((name) => !known.has(name.replace(/_(count|sum|bucket)$/, '')));
    expect(shown.length).toBeGreaterThan(10);
    expect(unknown).toEqual([]);
  });

  it('go to a collector where one is named', () => {
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
});

function dashboardOf(manifests: ReturnType<typeof render>): Dashboard {
  const map = ofKind<IConfigMap>(manifests, 'ConfigMap').find(({ metadata }) =>
    metadata.name.endsWith('-dashboard'),
  );
  return JSON.parse(map?.data?.['parcelyard.json'] as string) as Dashboard;
}

/** As the sources register them. */
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
