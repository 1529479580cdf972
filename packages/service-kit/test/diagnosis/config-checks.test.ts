import { randomBytes, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuthority } from '@parcelyard/testing/create-authority';
import { configChecks } from '../../src/diagnosis/config-checks';
import { diagnose } from '../../src/diagnosis/diagnose';
import { reachCheck } from '../../src/diagnosis/reach-check';
import { parseKeyRing } from '../../src/key-ring';

const aKey = () => randomBytes(32).toString('base64url');
const config = (more: object = {}) => ({ GRPC_SHARED_SECRET: [], GRPC_LISTEN: '127.0.0.1:0', ...more });
const findings = async (more?: object) => (await diagnose(configChecks(config(more)))).findings;

describe('the diagnosis of a configuration', () => {
  it('counts keys and names the current one, and shows none of them', async () => {
    const [older, newer] = [aKey(), aKey()];
    const ring = parseKeyRing(`k2:${newer},k1:${older}`);
    const [seal] = await findings({ SEAL_KEYS: ring });
    expect(seal).toMatchObject({ check: 'SEAL_KEYS', ok: true, text: '2 keys, k2 is the current one' });
    expect(JSON.stringify(seal)).not.toContain(newer);
    const [same] = await findings({ SEAL_KEYS: parseKeyRing(`k2:${newer},k1:${older}`) });
    const [other] = await findings({ SEAL_KEYS: parseKeyRing(`k2:${aKey()},k1:${older}`) });
    expect(same?.fingerprint).toBe(seal?.fingerprint);
    expect(other?.fingerprint).not.toBe(seal?.fingerprint);
  });

  it('warns of a service that others reach without authentication', async () => {
    expect(await findings()).toEqual([
      { check: 'caller authentication', ok: true, text: 'none, on loopback', fingerprint: '' },
    ]);
    for (const loopback of ['localhost:9090', '[::1]:9090'])
      expect(await findings({ GRPC_LISTEN: loopback })).toMatchObject([
        { ok: true, text: 'none, on loopback' },
      ]);
    const [open] = await findings({ GRPC_LISTEN: '0.0.0.0:9090' });
    expect(open).toMatchObject({ ok: false, text: expect.stringContaining('GRPC_SHARED_SECRET') });
    const [closed] = await findings({ GRPC_LISTEN: '0.0.0.0:9090', GRPC_SHARED_SECRET: [aKey()] });
    expect(closed).toMatchObject({ ok: true, text: 'a shared secret' });
  });

  it('warns of a certificate that expires soon, relative to its validity period', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parcelyard-doctor-'));
    const files = createAuthority().issue('orders', folder);
    const end = Date.parse(new X509Certificate(readFileSync(files.GRPC_TLS_CERT_FILE)).validTo);
    const clock = jest.spyOn(Date, 'now');
    try {
      expect((await findings(files))[0]).toMatchObject({
        ok: true,
        text: 'the certificate is valid for 1 h',
      });
      clock.mockReturnValue(end - 60_000);
      expect((await findings(files))[0]).toMatchObject({
        ok: false,
        text: expect.stringContaining('renew it'),
      });
    } finally {
      clock.mockRestore();
      rmSync(folder, { recursive: true });
    }
  });

  it('resolves the names of services, and names the variable of an unknown name', async () => {
    const known = await findings({ ORDERS_ADDRESS: 'dns:///localhost:9090' });
    expect(known).toContainEqual(
      expect.objectContaining({
        check: 'name of ORDERS_ADDRESS',
        ok: true,
        text: expect.stringContaining('cached for'),
      }),
    );
    const unknown = await findings({ ORDERS_ADDRESS: 'dns:///orders.invalid:9090' });
    expect(unknown.find(({ check }) => check === 'name of ORDERS_ADDRESS')).toMatchObject({ ok: false });
  });
});

it('the connection to an outside server is tested, and a failed one is reported with its address', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const url = `https://127.0.0.1:${port}/v2/`;
  const open = (await diagnose([reachCheck('EasyPost', url)])).findings;
  expect(open).toMatchObject([{ check: 'connection to EasyPost', ok: true }]);
  await new Promise((resolve) => server.close(resolve));
  const closed = (await diagnose([reachCheck('EasyPost', url)])).findings;
  expect(closed).toMatchObject([
    { ok: false, text: expect.stringContaining(`127.0.0.1:${port} is unreachable (ECONNREFUSED)`) },
  ]);
});
