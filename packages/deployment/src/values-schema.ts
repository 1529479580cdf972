import type { Variable } from './service-variables';
import type { SettableVariables } from './settable-variables';

type Schema = Readonly<Record<string, unknown>>;

const text: Schema = { type: 'string' };
const address: Schema = { type: 'string', pattern: '^(https?://.+)?$' };
const truth: Schema = { type: 'boolean' };
const texts: Schema = { type: 'array', items: text };
const labels: Schema = { type: 'object', additionalProperties: text };
/** Any content, because the Kubernetes API server checks the object. */
const kubernetesObject: Schema = { type: 'object' };
const kubernetesList: Schema = { type: 'array', items: kubernetesObject };
const count = (minimum: number): Schema => ({ type: 'integer', minimum });
const quantity: Schema = {
  anyOf: [
    { type: 'string', pattern: '^([0-9]+[.]?[0-9]*|[.][0-9]+)(m|k|[MGTPE]|[KMGTPE]i)?$' },
    { type: 'number', exclusiveMinimum: 0 },
  ],
};
const port: Schema = { type: 'integer', minimum: 1, maximum: 65_535 };
/**
 * Returns the schema of an object that may have only these properties. They are optional, except those in `required`.
 */
const closed = (properties: Readonly<Record<string, Schema>>, required: readonly string[] = []): Schema => ({
  type: 'object',
  additionalProperties: false,
  properties,
  ...(required.length > 0 ? { required } : {}),
});

const amounts = closed({ cpu: quantity, memory: quantity, 'ephemeral-storage': quantity });
const workload: Readonly<Record<string, Schema>> = {
  replicas: count(1),
  autoscaling: closed({
    enabled: truth,
    minReplicas: count(1),
    maxReplicas: count(1),
    targetCPUUtilizationPercentage: { type: 'integer', minimum: 1, maximum: 100 },
    targetRequestsInFlight: { type: 'integer', minimum: 0 },
  }),
  podDisruptionBudget: closed({ maxUnavailable: count(1) }),
  resources: closed({ requests: amounts, limits: amounts }),
  preStopSeconds: { type: 'integer', minimum: 1, maximum: 300 },
  podAnnotations: labels,
  nodeSelector: labels,
  tolerations: kubernetesList,
  affinity: kubernetesObject,
  priorityClassName: text,
  extraVolumes: kubernetesList,
  extraVolumeMounts: kubernetesList,
  extraEgress: kubernetesList,
};

const store = {
  external: closed({ enabled: truth }),
  development: closed({ enabled: truth, image: text, storage: quantity }),
};

/** Returns the JSON schema of `values.yaml`, in draft 7 for Helm. Helm refuses all other values. */
export function valuesSchema({ shared, own }: SettableVariables): Schema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Values of the Parcelyard chart',
    ...closed({
      // Helm passes `global` from a parent chart to every subchart.
      global: kubernetesObject,
      mode: { enum: ['production', 'development'] },
      nameOverride: text,
      fullnameOverride: text,
      image: closed({
        registry: text,
        repository: text,
        tag: text,
        pullPolicy: { enum: ['Always', 'IfNotPresent', 'Never'] },
        pullSecrets: texts,
      }),
      config: variables(shared, { BASE_URL: address }),
      grpc: closed({
        mtls: closed({
          existingSecret: text,
          certManager: closed({
            enabled: truth,
            issuerRef: closed({ name: text, kind: { enum: ['Issuer', 'ClusterIssuer'] }, group: text }),
            duration: text,
            renewBefore: text,
          }),
        }),
        sharedSecret: closed({ existingSecret: text }),
      }),
      mongodb: closed(store),
      nats: closed({
        ...store,
        deploymentName: text,
        external: closed({
          enabled: truth,
          replicas: { type: 'integer', minimum: 1, maximum: 5 },
          files: closed({
            existingSecret: text,
            credentials: truth,
            authority: truth,
            clientCertificate: truth,
          }),
        }),
      }),
      defaults: closed(workload),
      services: closed(
        Object.fromEntries([...own].map(([service, ownVariables]) => [service, serviceValues(ownVariables)])),
        [...own.keys()],
      ),
      ingress: closed({
        enabled: truth,
        className: text,
        annotations: labels,
        tls: closed({ secretName: text }),
      }),
      networkPolicy: closed({
        enabled: truth,
        gatewayFrom: kubernetesList,
        monitoringFrom: kubernetesList,
        dnsTo: kubernetesList,
        mongodb: closed({ to: kubernetesList, ports: { type: 'array', items: port, minItems: 1 } }),
        nats: closed({ to: kubernetesList, ports: { type: 'array', items: port, minItems: 1 } }),
        internetExcept: texts,
        internetExceptIPv6: texts,
      }),
      telemetry: closed({
        otlp: closed({
          endpoint: address,
          tracesEndpoint: address,
          existingSecret: text,
          to: kubernetesList,
        }),
        serviceMonitor: closed({ enabled: truth, interval: text, labels }),
        alerts: closed({ enabled: truth, labels }),
        dashboard: closed({ enabled: truth, labels }),
      }),
      shipctl: closed({ enabled: truth }),
      tests: closed({ existingSecret: text }),
      development: closed({ writableRoot: truth }),
    }),
  };
}

function serviceValues(own: readonly Variable[]): Schema {
  return closed(
    { ...workload, config: variables(own), existingSecret: text, secretsRevision: text, image: text },
    // The objects of all services are required, because the templates fail without them. In a service's object,
    // `config` is required if it has a required variable, because the service does not start without that variable.
    own.some(({ isRequired }) => isRequired) ? ['config'] : [],
  );
}

function variables(known: readonly Variable[], exceptions: Readonly<Record<string, Schema>> = {}): Schema {
  return closed(
    Object.fromEntries(
      known.map(({ name, schema, description }) => [
        name,
        { ...(description ? { description } : {}), ...(exceptions[name] ?? schema) },
      ]),
    ),
    known.filter(({ isRequired }) => isRequired).map(({ name }) => name),
  );
}
