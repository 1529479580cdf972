import type { ICertificate } from '@kubernetes-models/cert-manager/cert-manager.io/v1';
import type { IConfigMap, IEnvVar } from 'kubernetes-models/v1';
import { render } from './support/helm';
import { ofKind, ofService, podOf, SERVICES } from './support/manifest';

const withoutIssuer = { mtls: { certManager: { enabled: false } } };

describe.each(SERVICES)('%s authenticates itself to other services', (service) => {
  it('with a certificate that cert-manager creates and renews', () => {
    const manifests = render('production');
    const { spec } = ofService<ICertificate>(manifests, 'Certificate', service);
    // Callers expect this name in the certificate (`service` of createGrpcClient).
    expect(spec?.dnsNames).toContain(service);
    expect(spec?.usages).toEqual(expect.arrayContaining(['server auth', 'client auth']));
    expect(certificateFolder(manifests, service)).toBe(spec?.secretName);
  });

  it('with a certificate of the operator', () => {
    const manifests = render('production', {
      grpc: { mtls: { certManager: { enabled: false }, existingSecret: 'grpc-{service}-tls' } },
    });
    expect(certificateFolder(manifests, service)).toBe(`grpc-${service}-tls`);
  });

  it('with a shared secret', () => {
    const manifests = render('production', {
      grpc: { ...withoutIssuer, sharedSecret: { existingSecret: 'shared' } },
    });
    const { pod, container } = podOf(manifests, service);
    const env = container.env as IEnvVar[];
    expect(env.find(({ name }) => name === 'GRPC_SHARED_SECRET')?.valueFrom?.secretKeyRef).toEqual({
      name: 'shared',
      key: 'GRPC_SHARED_SECRET',
    });
    expect(pod.volumes?.map(({ name }) => name)).toEqual(['tmp']);
  });
});

describe('shipctl', () => {
  const addresses = (env: readonly IEnvVar[]) => env.filter(({ name }) => name.endsWith('_ADDRESS'));

  it('has a pod with its own certificate and the address of each service that it calls', () => {
    const manifests = render('production');
    const { pod, container } = podOf(manifests, 'shipctl');
    const { spec } = ofService<ICertificate>(manifests, 'Certificate', 'shipctl');
    expect(spec?.dnsNames).toEqual(['shipctl']);
    expect(pod.volumes?.[0]?.secret?.secretName).toBe(spec?.secretName);
    expect(addresses(container.env ?? []).map(({ name, value }) => [name, value])).toContainEqual([
      'BILLING_ADDRESS',
      'dns:///parcelyard-billing.default.svc:50051',
    ]);
  });

  it('can be turned off, with its certificate and its access', () => {
    const manifests = render('production', { shipctl: { enabled: false } });
    for (const kind of ['Deployment', 'Certificate', 'NetworkPolicy']) {
      expect(JSON.stringify(ofKind(manifests, kind))).not.toContain('shipctl');
    }
  });
});

/**
 * Returns the name of the Secret with the service's certificate. Expects that the Secret is mounted where the three
 * `GRPC_TLS_…` variables look for their files.
 */
function certificateFolder(manifests: ReturnType<typeof render>, service: string): string | undefined {
  const { pod, container } = podOf(manifests, service);
  const { data = {} } = ofService<IConfigMap>(manifests, 'ConfigMap', service);
  const mount = container.volumeMounts?.find(({ name }) => name === 'grpc-certificate');
  expect([data.GRPC_TLS_CERT_FILE, data.GRPC_TLS_KEY_FILE, data.GRPC_TLS_CA_FILE]).toEqual(
    ['tls.crt', 'tls.key', 'ca.crt'].map((file) => `${mount?.mountPath}/${file}`),
  );
  return pod.volumes?.find(({ name }) => name === 'grpc-certificate')?.secret?.secretName;
}
