import { loadConfig } from '@parcelyard/service-kit/config';
import type { IConfigMap, IEnvVar } from 'kubernetes-models/v1';
import { configMaps } from '../src/config-maps';
import { developmentSecrets } from '../src/development-secrets';
import { readServiceTable } from '../src/service-table';
import { serviceShape, serviceVariables } from '../src/service-variables';
import { chart, render, root, VALUE_SETS } from './support/helm';
import { ofKind, ofService, podOf, SERVICES } from './support/manifest';

const table = readServiceTable(chart);
const secrets = developmentSecrets(table);
const withEverything = {
  telemetry: {
    otlp: { endpoint: 'http://collector.observability:4318', existingSecret: 'parcelyard-collector' },
  },
};
const cases = VALUE_SETS.flatMap((valueSet) =>
  SERVICES.map((service) => ({ valueSet, service, manifests: render(valueSet, withEverything) })),
);

/** Returns the environment of a service's container: plain values, and variables from Secrets. */
function environmentOf({ manifests, service }: (typeof cases)[number]) {
  const { container } = podOf(manifests, service);
  const plain = ofKind<IConfigMap>(manifests, 'ConfigMap')
    .filter(({ metadata }) =>
      container.envFrom?.some(({ configMapRef }) => configMapRef?.name === metadata.name),
    )
    .flatMap(({ data }) => Object.entries(data ?? {}));
  return { plain: Object.fromEntries(plain), secret: (container.env ?? []) as IEnvVar[] };
}

it('the environment of a container is not written without a rendered chart', () => {
  expect(() => configMaps('')).toThrow('no ConfigMap');
});

describe('the environment of a pod', () => {
  it.each(cases)('has only variables that $service reads: $valueSet', (given) => {
    const known = serviceVariables(root, given.service).map(({ name }) => name);
    const { plain, secret } = environmentOf(given);
    const unknown = [...Object.keys(plain), ...secret.map(({ name }) => name)].filter(
      (name) => !known.includes(name),
    );
    expect(unknown).toEqual([]);
  });

  it.each(cases)('is sufficient to start $service: $valueSet', (given) => {
    const { plain, secret } = environmentOf(given);
    const needed = secret.filter(({ valueFrom }) => valueFrom?.secretKeyRef?.optional !== true);
    const filled = needed.map(({ name }) => [name, sample(given.service, name)] as const);
    const config = () => loadConfig(serviceShape(given.service), { ...plain, ...Object.fromEntries(filled) });
    expect(config).not.toThrow();
  });

  it.each(cases)('takes every secret of $service from a Secret, key by key: $valueSet', (given) => {
    const { plain, secret } = environmentOf(given);
    const named = Object.keys(table.get(given.service)?.secrets ?? {});
    expect(Object.keys(plain).filter((name) => named.includes(name))).toEqual([]);
    for (const { name, value, valueFrom } of secret) {
      expect(value).toBeUndefined();
      expect(valueFrom?.secretKeyRef?.key).toBe(name);
      expect(valueFrom?.secretKeyRef?.name).toMatch(/^parcelyard-/);
    }
  });

  it('gives services with the bus its replicas, and the paths of credentials and certificates', () => {
    const files = { existingSecret: 'bus', credentials: true, authority: true, clientCertificate: true };
    const manifests = render('production', { nats: { external: { files } } });
    const { data } = ofService<IConfigMap>(manifests, 'ConfigMap', 'orders');
    expect(data).toMatchObject({
      DEPLOYMENT_NAME: 'parcelyard',
      NATS_REPLICAS: '3',
      NATS_CREDENTIALS_FILE: '/etc/parcelyard/nats/nats.creds',
      NATS_TLS_CA_FILE: '/etc/parcelyard/nats/ca.crt',
      NATS_TLS_CERT_FILE: '/etc/parcelyard/nats/tls.crt',
      NATS_TLS_KEY_FILE: '/etc/parcelyard/nats/tls.key',
    });
    const { pod, container } = podOf(manifests, 'orders');
    expect(pod.volumes).toContainEqual({ name: 'nats', secret: { secretName: 'bus', defaultMode: 288 } });
    expect(container.volumeMounts).toContainEqual({
      name: 'nats',
      mountPath: '/etc/parcelyard/nats',
      readOnly: true,
    });
    const others = ofService<IConfigMap>(manifests, 'ConfigMap', 'auth').data ?? {};
    expect(Object.keys(others).filter((name) => /^NATS_|^DEPLOYMENT_/.test(name))).toEqual([]);
    expect(podOf(manifests, 'auth').pod.volumes?.map(({ name }) => name)).not.toContain('nats');
  });

  it('writes numbers in the form that programs read', () => {
    const manifests = render('development', {
      config: { OTEL_TRACES_SAMPLER_ARG: 0.05 },
      services: { auth: { config: { ACCESS_TOKEN_TTL_S: 15_552_000 } } },
    });
    expect(ofService<IConfigMap>(manifests, 'ConfigMap', 'auth').data).toMatchObject({
      ACCESS_TOKEN_TTL_S: '15552000',
      OTEL_TRACES_SAMPLER_ARG: '0.05',
    });
  });
});

describe('Secrets for development', () => {
  it('contain all keys that the services of values-development.yaml need to start', () => {
    const manifests = render('development');
    for (const service of SERVICES) {
      const { secret } = environmentOf({ valueSet: 'development', service, manifests });
      for (const { valueFrom } of secret) {
        const { name, key, optional } = valueFrom?.secretKeyRef ?? { name: '', key: '' };
        const data = secrets.get((name ?? '').replace('parcelyard-', ''));
        expect(data).toBeDefined();
        if (!optional) expect(data).toHaveProperty(key as string);
      }
    }
  });
});

function sample(service: string, name: string): string {
  const made = secrets.get(service)?.[name] ?? secrets.get('grpc')?.[name];
  if (made) return made;
  switch (name) {
    case 'MONGODB_URI':
      return 'mongodb://db.example:27017';
    case 'OTEL_EXPORTER_OTLP_HEADERS':
      return 'authorization=Bearer%20token';
    case 'NATS_URL':
      return 'nats://bus.example:4222';
    default:
      return 'key-of-a-provider';
  }
}
