import { readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { join } from 'node:path';
import { isPublicAddress } from '@parcelyard/egress/addresses/is-public-address';
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
  it('contains every service', () => {
    expect([...table.keys()].sort()).toEqual([...SERVICES]);
  });

  it.each(SERVICES)('of the chart has the same calls as the clients of %s', (service) => {
    expect(callsOf(service)).toEqual(clientsMadeBy(service));
  });

  it.each(SERVICES)('of the chart has the same calls as docs/architecture.md for %s', (service) => {
    const drawn = documentedCalls(service);
    expect(callsOf(service)).toEqual(drawn === 'all' ? SERVICES.filter((name) => name !== service) : drawn);
  });

  it('opens the event bus for each program that connects to it', () => {
    const connecting = SERVICES.filter((service) => mainOf(service).includes('connectBus('));
    expect(SERVICES.filter((service) => table.get(service)?.stores.includes('nats'))).toEqual(connecting);
  });
});

describe.each(VALUE_SETS)('network policies of %s', (valueSet) => {
  const manifests = render(valueSet);

  it('block all traffic by default, for every pod of the release', () => {
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

  it.each(SERVICES)('let %s call its services and be called by its callers, and no others', (service) => {
    expect(edges(manifests, service, GRPC)).toEqual({ from: callersOf(service), to: callsOf(service) });
  });

  it('let shipctl call its services, and let nobody call shipctl', () => {
    const called = Object.keys(graph.shipctl ?? {}).sort();
    expect(edges(manifests, 'shipctl', GRPC)).toEqual({ from: [], to: called });
  });

  it.each(SERVICES)('have the port of %s on which its pods listen', (service) => {
    const { template, container } = podOf(manifests, service);
    const { spec } = ofService<INetworkPolicy>(manifests, 'NetworkPolicy', service);
    expect(template?.metadata?.labels).toMatchObject(spec?.podSelector?.matchLabels as object);
    const listened = container.ports?.map(({ containerPort }) => containerPort);
    const opened = (spec?.ingress ?? []).flatMap(({ ports }) => (ports ?? []).map(({ port }) => port));
    expect(listened).toEqual(expect.arrayContaining(opened));
  });
});

describe('internet access', () => {
  const reach = (values: Record<string, unknown>) => {
    const manifests = render('development', values);
    return SERVICES.filter((service) =>
      JSON.stringify(ofService(manifests, 'NetworkPolicy', service)).includes('"cidr":"0.0.0.0/0"'),
    );
  };

  it("is open only for services that send webhooks or mails, or read apps' metadata", () => {
    expect(reach({})).toEqual(['customers-email', 'gateway', 'orders']);
  });

  it('is open for shipping and billing with real carriers and cards', () => {
    const services = {
      shipping: { config: { CARRIERS: 'easypost' } },
      billing: { config: { PAYMENTS: 'stripe' }, existingSecret: 'stripe' },
    };
    expect(reach({ services })).toEqual(['billing', 'customers-email', 'gateway', 'orders', 'shipping']);
  });

  it("excludes all networks that outgoing requests refuse too, with the clouds' own services", () => {
    const { spec } = ofService<INetworkPolicy>(render('development'), 'NetworkPolicy', 'orders');
    const family = (address: string) => (address.includes(':') ? 'ipv6' : 'ipv4');
    // IPv4 and IPv6 have separate lists. In a common list, Node would compare IPv4 addresses also with the IPv6 rules
    // for mapped IPv4 addresses.
    const closed = { ipv4: new BlockList(), ipv6: new BlockList() };
    const excepted = (spec?.egress ?? []).flatMap(({ to }) =>
      (to ?? []).flatMap(({ ipBlock }) => ipBlock?.except ?? []),
    );
    for (const range of excepted) {
      const [net, prefix] = range.split('/') as [string, string];
      closed[family(net)].addSubnet(net, Number(prefix), family(net));
    }
    const isClosed = (address: string) => closed[family(address)].check(address, family(address));
    const special = [
      ...['168.63.129.16', '100.100.100.200', '192.0.0.192', '169.254.169.254', '10.0.0.1', '198.18.0.1'],
      ...[
        '192.0.2.1',
        '192.88.99.1',
        '198.51.100.1',
        '203.0.113.1',
        '0.0.0.1',
        '224.0.0.1',
        '255.255.255.255',
      ],
      ...['::1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::1', '100::1', '2001::1', '2001:db8::1'],
      ...['2002:a9fe:a9fe::', '3fff::1', 'fd00:ec2::254', 'fd20:ce::254', 'fe80::1', 'fec0::1', 'ff02::1'],
    ];
    expect(special.filter(isPublicAddress)).toEqual([]);
    expect(special.filter((address) => !isClosed(address))).toEqual([]);
    expect(['8.8.8.8', '168.63.129.17', '2606:4700::1111'].filter(isClosed)).toEqual([]);
  });

  /** The API server would read ::ffff:0:0/96 as the IPv4 range 0.0.0.0/0 and refuse the policy. */
  it('contains no address that is both IPv4 and IPv6', () => {
    expect(JSON.stringify(render('production'))).not.toContain('::ffff:');
  });

  it('excludes private networks', () => {
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

/** Returns the services whose address the program's `main.ts` passes to a client. */
function clientsMadeBy(service: string): string[] {
  const names = [...mainOf(service).matchAll(/config\.([A-Z_]+)_ADDRESS/g)].map(([, name]) =>
    (name as string).toLowerCase().replaceAll('_', '-'),
  );
  return [...new Set(names)].sort();
}

/** Returns the last cell of the service's row in the table of services. */
function documentedCalls(service: string): 'all' | string[] {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  const [, cell = ''] = new RegExp(`^\\| ${service} \\|.*\\| ([^|]+) \\|$`, 'm').exec(text) ?? [];
  if (cell === '') throw new Error(`docs/architecture.md has no row of ${service}.`);
  if (cell === 'all') return 'all';
  return cell === '–' ? [] : cell.split(', ').sort();
}
