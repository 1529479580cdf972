import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { readCallGraph, readServiceTable } from '../src/service-table';
import { chart, render, root, VALUE_SETS } from './support/helm';
import { edges, ofKind, ofService, podOf, SERVICES } from './support/manifest';

const GRPC = 50051;
const table = readServiceTable(chart);
const callsOf = (service: string): string[] => [...(table.get(service)?.calls ?? [])].sort();
const graph = readCallGraph(chart);
const callersOf = (service: string): string[] =>
  Object.keys(graph)
    .filter((caller) => service in (graph[caller] ?? {}))
    .sort();

describe('the call graph', () => {
  it('has every service', () => {
    expect([...table.keys()].sort()).toEqual([...SERVICES]);
  });

  it.each(SERVICES)('of the chart is the one of the clients that %s makes', (service) => {
    expect(callsOf(service)).toEqual(clientsMadeBy(service));
  });

  it.each(SERVICES)('of the chart is the one that docs/architecture.md draws for %s', (service) => {
    const drawn = documentedCalls(service);
    expect(callsOf(service)).toEqual(drawn === 'all' ? SERVICES.filter((name) => name !== service) : drawn);
  });

  it('opens the bus where the program connects to it', () => {
    const connecting = SERVICES.filter((service) => mainOf(service).includes('connectBus('));
    expect(SERVICES.filter((service) => table.get(service)?.stores.includes('nats'))).toEqual(connecting);
  });
});

describe.each(VALUE_SETS)('network policies of %s', (valueSet) => {
  const manifests = render(valueSet);

  it('let nothing in or out by themselves, for every pod of the release', () => {
    const deny = ofKind<INetworkPolicy>(manifests, 'NetworkPolicy').find(({ metadata }) =>
      metadata.name.endsWith('default-deny'),
    );
    expect(deny?.spec).toMatchObject({ policyTypes: ['Ingress', 'Egress'] });
    expect(deny?.spec).not.toHaveProperty('ingress');
    expect(deny?.spec).not.toHaveProperty('egress');
    for (const service of SERVICES) {
      const labels = podOf(manifests, service).template?.metadata?.labels;
      expect(labels).toMatchObject(deny?.spec?.podSelector?.matchLabels as object);
    }
  });

  it.each(SERVICES)('let %s call whom it calls and be called by its callers, and nobody else', (service) => {
    expect(edges(manifests, service, GRPC)).toEqual({ from: callersOf(service), to: callsOf(service) });
  });

  it('let shipctl call the services that it has calls of, and be called by nobody', () => {
    const called = Object.keys(graph.shipctl ?? {}).sort();
    expect(edges(manifests, 'shipctl', GRPC)).toEqual({ from: [], to: called });
  });

  it.each(SERVICES)('take the port of %s that its pods listen on', (service) => {
    const { template, container } = podOf(manifests, service);
    const { spec } = ofService<INetworkPolicy>(manifests, 'NetworkPolicy', service);
    expect(template?.metadata?.labels).toMatchObject(spec?.podSelector?.matchLabels as object);
    const listened = container.ports?.map(({ containerPort }) => containerPort);
    const opened = (spec?.ingress ?? []).flatMap(({ ports }) => (ports ?? []).map(({ port }) => port));
    expect(listened).toEqual(expect.arrayContaining(opened));
  });
});

describe('the internet', () => {
  const reach = (values: Record<string, unknown>) => {
    const manifests = render('development', values);
    return SERVICES.filter((service) =>
      JSON.stringify(ofService(manifests, 'NetworkPolicy', service)).includes('"cidr":"0.0.0.0/0"'),
    );
  };

  it('is closed to all but those that send webhooks, mails and look apps up', () => {
    expect(reach({})).toEqual(['customers-email', 'gateway', 'orders']);
  });

  it('opens to shipping and billing with real carriers and cards', () => {
    const services = {
      shipping: { config: { CARRIERS: 'easypost' } },
      billing: { config: { PAYMENTS: 'stripe' }, existingSecret: 'stripe' },
    };
    expect(reach({ services })).toEqual(['billing', 'customers-email', 'gateway', 'orders', 'shipping']);
  });

  it('is never a private network', () => {
    const { spec } = ofService<INetworkPolicy>(render('development'), 'NetworkPolicy', 'orders');
    const blocks = (spec?.egress ?? []).flatMap(({ to }) =>
      (to ?? []).flatMap(({ ipBlock }) => ipBlock ?? []),
    );
    expect(blocks.map(({ cidr }) => cidr)).toEqual(['0.0.0.0/0', '::/0']);
    for (const range of ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16'])
      expect(blocks[0]?.except).toContain(range);
  });
});

function mainOf(service: string): string {
  return readFileSync(join(root, `services/${service}/src/main.ts`), 'utf8');
}

/** Services whose address its `main.ts` hands to a client. */
function clientsMadeBy(service: string): string[] {
  const names = [...mainOf(service).matchAll(/config\.([A-Z_]+)_ADDRESS/g)].map(([, name]) =>
    (name as string).toLowerCase().replaceAll('_', '-'),
  );
  return [...new Set(names)].sort();
}

/** The last cell of its row in the table of services. */
function documentedCalls(service: string): 'all' | string[] {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  const [, cell = ''] = new RegExp(`^\\| ${service} \\|.*\\| ([^|]+) \\|$`, 'm').exec(text) ?? [];
  if (cell === '') throw new Error(`docs/architecture.md has no row of ${service}.`);
  if (cell === 'all') return 'all';
  return cell === '–' ? [] : cell.split(', ').sort();
}
