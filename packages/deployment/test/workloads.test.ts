import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IStatefulSet } from 'kubernetes-models/apps/v1';
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1';
import type { IContainer, IPod, IPodSpec, IService, IServiceAccount } from 'kubernetes-models/v1';
import { parse } from 'yaml';
import { chart, render, root, VALUE_SETS } from './support/helm';
import { ofKind, ofService, podOf, SERVICES } from './support/manifest';

/** The value of CoreDNS's setting `cache 30`, which most clusters have. */
const DNS_CACHE_SECONDS = 30;

const cases = VALUE_SETS.flatMap((valueSet) =>
  SERVICES.map((service) => ({ valueSet, service, manifests: render(valueSet) })),
);
const grpcCases = cases.filter(({ service }) => service !== 'gateway');

describe('a service on Kubernetes', () => {
  it.each(cases)(
    'is selected by its Service, its disruption budget and its topology spread: $valueSet $service',
    (given) => {
      const { deployment, template, pod } = podOf(given.manifests, given.service);
      const labels = template?.metadata?.labels;
      const service = ofService<IService>(given.manifests, 'Service', given.service);
      const budget = ofService<IPodDisruptionBudget>(given.manifests, 'PodDisruptionBudget', given.service);
      const selectors = [
        deployment.spec?.selector.matchLabels,
        service.spec?.selector,
        budget.spec?.selector?.matchLabels,
        ...(pod.topologySpreadConstraints ?? []).map(({ labelSelector }) => labelSelector?.matchLabels),
      ];
      expect(selectors).toHaveLength(5);
      for (const selector of selectors) expect(labels).toMatchObject(selector as object);
      // The selectors must match only pods of this service.
      expect(selectors[0]).toHaveProperty(['app.kubernetes.io/component'], given.service);
    },
  );

  it.each(cases)(
    'has a container port for every port of its Service: $valueSet $service',
    ({ manifests, service }) => {
      const { container } = podOf(manifests, service);
      const offered = ofService<IService>(manifests, 'Service', service).spec?.ports ?? [];
      const names = container.ports?.map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(offered.map(({ targetPort }) => targetPort)));
    },
  );

  it.each(grpcCases)('is load-balanced by its callers: $valueSet $service', ({ manifests, service }) => {
    expect(ofService<IService>(manifests, 'Service', service).spec?.clusterIP).toBe('None');
  });

  it.each(grpcCases)(
    'is probed over gRPC, and liveness never checks dependencies: $valueSet $service',
    ({ manifests, service }) => {
      const { container } = podOf(manifests, service);
      const health = container.ports?.find(({ name }) => name === 'health')?.containerPort;
      expect(container.startupProbe?.grpc).toEqual({ port: health, service: 'liveness' });
      expect(container.livenessProbe?.grpc).toEqual({ port: health, service: 'liveness' });
      expect(container.readinessProbe?.grpc).toEqual({ port: health });
    },
  );

  it.each(VALUE_SETS)('the gateway is probed on its admin port: %s', (valueSet) => {
    const { container } = podOf(render(valueSet), 'gateway');
    expect(container.startupProbe?.httpGet).toMatchObject({ path: '/healthz', port: 'admin' });
    expect(container.livenessProbe?.httpGet).toMatchObject({ path: '/healthz', port: 'admin' });
    expect(container.readinessProbe?.httpGet).toMatchObject({ path: '/readyz', port: 'admin' });
  });

  it.each(cases)('gets no token of the cluster: $valueSet $service', ({ manifests, service }) => {
    const { pod } = podOf(manifests, service);
    const account = ofService<IServiceAccount>(manifests, 'ServiceAccount', service);
    expect(pod.serviceAccountName).toBe(account.metadata.name);
    expect([pod.automountServiceAccountToken, account.automountServiceAccountToken]).toEqual([false, false]);
  });

  const amounts = {
    cpu: expect.anything(),
    memory: expect.anything(),
    'ephemeral-storage': expect.anything(),
  };

  it.each(cases)('has resource requests and limits: $valueSet $service', ({ manifests, service }) => {
    expect(podOf(manifests, service).container.resources).toEqual({ requests: amounts, limits: amounts });
  });

  it.each(VALUE_SETS)("has pods for shipctl and for helm's test with requests and limits: %s", (valueSet) => {
    const manifests = render(valueSet);
    const pods = [podOf(manifests, 'shipctl').pod, ...ofKind<IPod>(manifests, 'Pod').map(({ spec }) => spec)];
    expect(pods).toHaveLength(2);
    for (const pod of pods)
      expect(pod?.containers[0]?.resources).toEqual({ requests: amounts, limits: amounts });
  });

  it.each(cases)('is replaced without an interruption: $valueSet $service', ({ manifests, service }) => {
    const { deployment, pod, container } = podOf(manifests, service);
    expect(deployment.spec?.strategy?.rollingUpdate).toMatchObject({ maxUnavailable: 0 });
    const preStop = container.lifecycle?.preStop?.sleep?.seconds as number;
    expect(preStop).toBeGreaterThan(0);
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(preStop + drainSeconds());
  });

  it.each(SERVICES)('leaves DNS for longer than caches keep its answers: %s', (service) => {
    const { container } = podOf(render('production'), service);
    expect(container.lifecycle?.preStop?.sleep?.seconds).toBeGreaterThan(DNS_CACHE_SECONDS);
  });

  it.each(cases)('may answer a probe late on a busy node: $valueSet $service', ({ manifests, service }) => {
    const { container } = podOf(manifests, service);
    const { startupProbe, livenessProbe } = container;
    expect([startupProbe?.timeoutSeconds, livenessProbe?.timeoutSeconds]).toEqual([5, 5]);
  });

  it('has a grace period that is longer than a longer removal from load balancing', () => {
    const { pod } = podOf(render('development', { defaults: { preStopSeconds: 120 } }), 'orders');
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(120 + drainSeconds());
  });

  it('leaves the number of pods to the autoscaler', () => {
    const manifests = render('production');
    for (const service of SERVICES) {
      const { deployment } = podOf(manifests, service);
      const autoscaler = ofService<IHorizontalPodAutoscaler>(manifests, 'HorizontalPodAutoscaler', service);
      expect(autoscaler.spec?.scaleTargetRef).toMatchObject({
        kind: 'Deployment',
        name: deployment.metadata.name,
      });
      expect(deployment.spec).not.toHaveProperty('replicas');
    }
    const development = render('development');
    expect(ofKind(development, 'HorizontalPodAutoscaler')).toEqual([]);
    expect(SERVICES.map((service) => podOf(development, service).deployment.spec?.replicas)).toEqual(
      SERVICES.map(() => 1),
    );
  });

  it('scales gateways also by requests in flight when a metrics adapter exists', () => {
    const metricsOf = (service: string, target: number) => {
      const values = { defaults: { autoscaling: { targetRequestsInFlight: target } } };
      const manifests = render('production', values);
      const { spec } = ofService<IHorizontalPodAutoscaler>(manifests, 'HorizontalPodAutoscaler', service);
      return spec?.metrics?.map(({ resource, pods }) => resource?.name ?? pods?.metric.name);
    };
    expect(metricsOf('gateway', 40)).toEqual(['cpu', 'parcelyard_http_requests_in_flight']);
    expect(metricsOf('gateway', 0)).toEqual(['cpu']);
    expect(metricsOf('orders', 40)).toEqual(['cpu']);
  });

  it('requests less than one core and 2 GiB with all services on a small node', () => {
    const small = parse(readFileSync(join(chart, 'values-small.yaml'), 'utf8')) as Record<string, unknown>;
    const manifests = render('production', small);
    const pods = SERVICES.map((service) => podOf(manifests, service));
    expect(pods.map(({ deployment }) => deployment.spec?.replicas)).toEqual(SERVICES.map(() => 1));
    const requested = (resource: 'cpu' | 'memory') =>
      pods.reduce(
        (sum, { container }) => sum + Number.parseInt(String(container.resources?.requests?.[resource]), 10),
        0,
      );
    expect(requested('cpu')).toBeLessThan(1_000);
    expect(requested('memory')).toBeLessThan(2_048);
  });

  it('restarts only when its configuration changes', () => {
    const checksums = (values: object) =>
      Object.fromEntries(
        SERVICES.map((service) => [
          service,
          podOf(render('development', values as Record<string, unknown>), service).template?.metadata
            ?.annotations,
        ]),
      );
    const before = checksums({});
    const after = checksums({
      services: { shipping: { config: { RATE_TTL_S: 3600 } }, auth: { secretsRevision: 'rotated' } },
    });
    const changed = SERVICES.filter(
      (service) => JSON.stringify(before[service]) !== JSON.stringify(after[service]),
    );
    expect(changed).toEqual(['auth', 'shipping']);
  });

  it('restarts shipctl with a service, because a changed shared secret is also its secret', () => {
    const annotations = (services: object) =>
      podOf(render('development', { services }), 'shipctl').template?.metadata?.annotations;
    const before = annotations({});
    expect(annotations({ auth: { secretsRevision: 'rotated' } })).not.toEqual(before);
    expect(annotations({ shipping: { config: { RATE_TTL_S: 3600 } } })).toEqual(before);
  });
});

describe('the restricted profile of Pod Security', () => {
  const pods = VALUE_SETS.flatMap((valueSet) => {
    const manifests = render(valueSet);
    return [
      ...[...SERVICES, 'shipctl'].map((service) => ({
        title: `${valueSet} ${service}`,
        pod: podOf(manifests, service).pod,
      })),
      ...ofKind<IStatefulSet>(manifests, 'StatefulSet').map(({ metadata, spec }) => ({
        title: `${valueSet} ${metadata.name}`,
        pod: spec?.template.spec as IPodSpec,
      })),
      ...ofKind<IPod>(manifests, 'Pod').map(({ metadata, spec }) => ({
        title: `${valueSet} ${metadata.name}`,
        pod: spec as IPodSpec,
      })),
    ];
  });

  it.each(pods)('admits $title with a read-only root', ({ pod }) => {
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(pod.securityContext?.runAsUser).toBeGreaterThan(0);
    expect(pod.automountServiceAccountToken).toBe(false);
    for (const { securityContext } of pod.containers as IContainer[]) {
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  });
});

function drainSeconds(): number {
  const source = readFileSync(join(root, 'packages/service-kit/src/run-program.ts'), 'utf8');
  const [, milliseconds] = /graceMs = ([\d_]+)/.exec(source) as unknown as [string, string];
  return Number(milliseconds.replaceAll('_', '')) / 1000;
}
