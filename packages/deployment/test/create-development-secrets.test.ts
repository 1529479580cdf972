import { KubectlDouble } from './support/kubectl-double';

const SCRIPT = 'scripts/create-development-secrets.sh';

let cluster: KubectlDouble;
beforeAll(() => {
  cluster = new KubectlDouble();
  cluster.run(SCRIPT);
});
afterAll(() => cluster.close());

describe('create-development-secrets.sh', () => {
  it('creates the Secrets of values-development.yaml', () => {
    const keys = Object.entries(cluster.secrets()).map(([name, data]) => [
      name,
      Object.keys(data).toSorted(),
    ]);
    expect(Object.fromEntries(keys)).toEqual({
      'parcelyard-gateway': [],
      'parcelyard-auth': ['TOKEN_KEYS'],
      'parcelyard-orders': ['PLATFORM_KEYS', 'WEBHOOK_KEYS'],
      'parcelyard-shipping': ['LINK_KEYS', 'SEAL_KEYS'],
      'parcelyard-customers-email': ['SMTP_URL', 'UNSUBSCRIBE_KEYS'],
      'parcelyard-grpc': ['GRPC_SHARED_SECRET'],
    });
  });

  it('adds the Secrets and keys that a newer version needs, and changes nothing else', () => {
    const before = cluster.secrets();
    const { PLATFORM_KEYS = '' } = before['parcelyard-orders'] ?? {};
    const own = { PLATFORM_KEYS, SHOPIFY_CLIENT_SECRET: 'b3du' };
    cluster.write('parcelyard-orders', own);
    cluster.delete('parcelyard-shipping');

    cluster.run(SCRIPT);
    const after = cluster.secrets();
    expect(after).toEqual({
      ...before,
      'parcelyard-orders': { ...own, WEBHOOK_KEYS: expect.any(String) },
      'parcelyard-shipping': { LINK_KEYS: expect.any(String), SEAL_KEYS: expect.any(String) },
    });
    const ring = Buffer.from(after['parcelyard-orders']?.WEBHOOK_KEYS ?? '', 'base64').toString();
    expect(ring).toMatch(/^development:[\w-]{43}$/);
  });
});
