import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chart, refusal, type ValueSet } from './support/helm';

interface Refused {
  readonly what: string;
  readonly valueSet?: ValueSet;
  readonly values: Readonly<Record<string, unknown>>;
  readonly because: RegExp;
}

const REFUSED: readonly Refused[] = [
  { what: 'an unknown value', values: { replicas: 3 }, because: /replicas is not allowed/ },
  {
    what: 'an unknown value of a service',
    values: { services: { orders: { replica: 3 } } },
    because: /replica is not allowed/,
  },
  {
    what: 'a service that is none',
    values: { services: { order: { replicas: 3 } } },
    because: /order is not allowed/,
  },
  {
    what: 'a variable that the service does not read',
    values: { services: { orders: { config: { RATE_TTL_S: 60 } } } },
    because: /RATE_TTL_S is not allowed/,
  },
  {
    what: 'a variable of the wrong type',
    values: { services: { shipping: { config: { RATE_TTL_S: 'soon' } } } },
    because: /RATE_TTL_S: Invalid type/,
  },
  {
    what: 'a carrier that nobody knows',
    values: { services: { shipping: { config: { CARRIERS: 'pigeon' } } } },
    because: /CARRIERS/,
  },
  {
    what: 'a fault for tests',
    values: { services: { shipping: { config: { FAIL_POINT: 'purchase:after-buy' } } } },
    because: /FAIL_POINT is not allowed/,
  },
  {
    what: 'a secret among plain values',
    values: { services: { billing: { config: { STRIPE_API_KEY: 'sk_live' } } } },
    because: /STRIPE_API_KEY is not allowed/,
  },
  {
    what: 'more pods at the minimum than at the maximum',
    values: { services: { orders: { autoscaling: { enabled: true, minReplicas: 12 } } } },
    because: /services.orders.autoscaling: minReplicas is 12, but maxReplicas is 10/,
  },
  {
    what: 'a size with a suffix that Kubernetes does not know',
    values: { defaults: { resources: { requests: { memory: '200000K' } } } },
    because: /memory/,
  },
  {
    what: 'a size that is no number',
    values: { defaults: { resources: { requests: { cpu: '1.2.3' } } } },
    because: /cpu/,
  },
  {
    what: 'both databases',
    values: { mongodb: { external: { enabled: true } } },
    because: /mongodb: enable exactly one of external and development/,
  },
  {
    what: 'no database',
    values: { mongodb: { development: { enabled: false } } },
    because: /mongodb: enable exactly one of external and development/,
  },
  {
    what: 'both buses',
    values: { nats: { external: { enabled: true } } },
    because: /nats: enable exactly one of external and development/,
  },
  {
    what: 'a database in the chart in production',
    valueSet: 'production',
    values: { mongodb: { external: { enabled: false }, development: { enabled: true } } },
    because: /mongodb.development is for mode: development/,
  },
  {
    what: 'files of a bus without the Secret that has them',
    valueSet: 'production',
    values: { nats: { external: { files: { authority: true } } } },
    because: /nats.external.files.existingSecret must name the Secret/,
  },
  {
    what: 'services that do not authenticate each other, in production',
    valueSet: 'production',
    values: { grpc: { mtls: { certManager: { enabled: false } } } },
    because: /services must authenticate each other/,
  },
  {
    what: 'services that do not authenticate each other, in development',
    values: { grpc: { sharedSecret: { existingSecret: '' } } },
    because: /services must authenticate each other/,
  },
  {
    what: 'certificates from two sides',
    valueSet: 'production',
    values: { grpc: { mtls: { existingSecret: 'ours' } } },
    because: /but not both/,
  },
  {
    what: 'certificates of nobody',
    valueSet: 'production',
    values: { grpc: { mtls: { certManager: { issuerRef: { name: '' } } } } },
    because: /issuerRef.name must name an issuer/,
  },
  { what: 'no address', values: { config: { BASE_URL: '' } }, because: /BASE_URL must be the address/ },
  {
    what: 'an address without https in production',
    valueSet: 'production',
    values: { config: { BASE_URL: 'http://shipping.example.com' } },
    because: /BASE_URL must begin with https/,
  },
  {
    what: 'an https Ingress without a certificate',
    valueSet: 'production',
    values: { ingress: { tls: { secretName: '' } } },
    because: /ingress.tls.secretName must name/,
  },
  {
    what: "an Ingress in front of a gateway that would take its address for every caller's",
    valueSet: 'production',
    values: { services: { gateway: { config: { TRUST_PROXY_HOPS: 0 } } } },
    because: /services.gateway.config.TRUST_PROXY_HOPS must be the number of proxies in front of the gateway/,
  },
  {
    what: 'an Ingress without a word about proxies',
    values: { ingress: { enabled: true } },
    because: /TRUST_PROXY_HOPS must be .* lock out all others/,
  },
  {
    what: 'a service without the Secret that it cannot start without',
    values: { services: { auth: { existingSecret: '' } } },
    because: /services.auth.existingSecret must name a Secret with the key TOKEN_KEYS/,
  },
  {
    what: 'real cards without a Secret',
    values: {
      services: {
        shipping: { config: { CARRIERS: 'easypost' } },
        billing: { config: { PAYMENTS: 'stripe' } },
      },
    },
    because: /services.billing.existingSecret must name a Secret with the key STRIPE_API_KEY/,
  },
  {
    what: 'sandbox money for real carriers',
    values: { services: { shipping: { config: { CARRIERS: 'easypost' } } } },
    because: /nobody would pay for the labels\. .*ALLOW_SANDBOX_MONEY_WITH_REAL_CARRIERS to "yes"/,
  },
  {
    what: 'real money for sandbox carriers',
    values: { services: { billing: { config: { PAYMENTS: 'stripe' }, existingSecret: 'stripe' } } },
    because: /whose labels no carrier accepts\. .*ALLOW_REAL_MONEY_WITH_SANDBOX_CARRIERS to "yes"/,
  },
  {
    what: 'money or carriers that nobody has chosen',
    values: { services: { billing: { config: { PAYMENTS: null } } } },
    because: /PAYMENTS/,
  },
  {
    what: 'the sandbox beside a real seller',
    values: { services: { shipping: { config: { CARRIERS: 'sandbox,easypost' } } } },
    because: /CARRIERS/,
  },
  {
    what: 'mails from nobody',
    values: { services: { 'customers-email': { config: { MAIL_FROM: null } } } },
    because: /MAIL_FROM/,
  },
  {
    what: 'writable roots in production',
    valueSet: 'production',
    values: { development: { writableRoot: true } },
    because: /development.writableRoot is for mode: development/,
  },
];

describe('the chart refuses', () => {
  it.each(REFUSED)('$what', ({ valueSet = 'development', values, because }) => {
    expect(refusal(valueSet, values)).toMatch(because);
  });
});

describe('the chart accepts', () => {
  it.each([
    { what: 'a shared secret in production', values: sharedSecret() },
    { what: 'certificates of the operator', values: ownCertificates() },
    {
      what: 'sizes with every kind of suffix that Kubernetes has',
      values: {
        defaults: { resources: { limits: { cpu: '1.5', memory: '2Gi', 'ephemeral-storage': '300000k' } } },
      },
    },
    {
      what: 'both a shared secret and certificates, which a caller then needs',
      values: { grpc: { sharedSecret: { existingSecret: 'shared' } } },
    },
  ])('$what', ({ values }) => {
    expect(refusal('production', values)).toBe('');
  });
});

function sharedSecret() {
  return { grpc: { mtls: { certManager: { enabled: false } }, sharedSecret: { existingSecret: 'shared' } } };
}

function ownCertificates() {
  return { grpc: { mtls: { certManager: { enabled: false }, existingSecret: 'grpc-{service}' } } };
}

describe('an older version of Helm than the chart requires', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parcelyard-old-helm-'));
  const copy = join(folder, 'parcelyard');
  beforeAll(() => {
    cpSync(chart, copy, { recursive: true });
    const facts = join(copy, 'Chart.yaml');
    writeFileSync(facts, readFileSync(facts, 'utf8').replace(/minimumHelm: .*/, 'minimumHelm: 99.0.0'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is refused in a cluster, and may render without one', () => {
    const inCluster = { chart: copy, apis: ['apps/v1/Deployment'] };
    expect(refusal('development', {}, inCluster)).toContain('this chart needs Helm 99.0.0 or newer; this is');
    expect(refusal('development', {}, { chart: copy })).toBe('');
  });
});
