import type { IIngress } from 'kubernetes-models/networking.k8s.io/v1';
import type { IService } from 'kubernetes-models/v1';
import { render } from './support/helm';
import { edges, ofKind, ofService } from './support/manifest';

const HTTP = 8080;

describe('requests from outside', () => {
  const manifests = render('production');

  it('reach the gateway with the host of BASE_URL, over TLS', () => {
    const { spec } = ofService<IIngress>(manifests, 'Ingress', 'gateway');
    expect(spec?.tls).toEqual([{ hosts: ['shipping.example.com'], secretName: 'shipping-example-com' }]);
    expect(spec?.rules?.map(({ host }) => host)).toEqual(['shipping.example.com']);
    const backend = spec?.rules?.[0]?.http?.paths[0]?.backend.service;
    const service = ofService<IService>(manifests, 'Service', 'gateway');
    expect(backend?.name).toBe(service.metadata.name);
    expect(service.spec?.ports?.map(({ name }) => name)).toContain(backend?.port?.name);
  });

  it('come only from the ingress controller and from the pod of `helm test`', () => {
    expect(edges(manifests, 'gateway', HTTP).from).toEqual(['?', 'test']);
  });

  it('come directly when nothing is in front of the gateway', () => {
    const development = render('development');
    expect(ofKind(development, 'Ingress')).toEqual([]);
    const policy = ofService<{ spec: { ingress: { ports: { port: number }[]; from?: unknown }[] } }>(
      development,
      'NetworkPolicy',
      'gateway',
    );
    const rule = policy.spec.ingress.find(({ ports }) => ports.some(({ port }) => port === HTTP));
    expect(rule).toBeDefined();
    expect(rule).not.toHaveProperty('from');
  });
});
