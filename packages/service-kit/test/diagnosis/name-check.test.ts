import { diagnose } from '../../src/diagnosis/diagnose';
import { type NameServer, nameCheck } from '../../src/diagnosis/name-check';

const HOST = 'parcelyard-orders.shop.svc.cluster.local';
const IN_A_CLUSTER =
  'search shop.svc.cluster.local svc.cluster.local cluster.local corp.example\nnameserver 10.0.0.10\noptions ndots:5\n';

/** Creates a name server with these absolute names. Each answer takes `took` milliseconds. */
function aNameServer(
  names: Readonly<Record<string, string>>,
  { took = 3, ttl = 5, settings = IN_A_CLUSTER } = {},
): NameServer {
  let time = 0;
  return {
    lookup: async () => {
      time += took;
      return Object.values(names).slice(0, 1);
    },
    records: async (host) => {
      const address = names[host.endsWith('.') ? host : `${host}.`];
      if (!address) throw new Error('ENOTFOUND');
      return [{ address, ttl }];
    },
    settings: async () => settings,
    now: () => time,
  };
}

const finding = async (server: NameServer, host = HOST) =>
  (await diagnose([nameCheck('ORDERS_ADDRESS', host, server)])).findings[0];

describe('the name of a service', () => {
  it('passes when DNS answers fast with its own address', async () => {
    expect(await finding(aNameServer({ [`${HOST}.`]: '10.1.0.7' }))).toMatchObject({
      check: 'name of ORDERS_ADDRESS',
      ok: true,
      text: '1 address, cached for 5 s',
    });
  });

  it('fails when a search domain completes the name and DNS caches it longer than an old pod stays', async () => {
    const kept = aNameServer({ [`${HOST}.`]: '10.1.0.7' }, { ttl: 60 });
    expect(await finding(kept, 'parcelyard-orders.shop.svc')).toMatchObject({
      ok: false,
      text: '1 address, cached for 60 s: increase preStopSeconds, or calls fail in roll-outs',
    });
  });

  it('fails when DNS takes more than a second, with the time', async () => {
    const slow = aNameServer({ [`${HOST}.`]: '10.1.0.7' }, { took: 2_140 });
    expect(await finding(slow)).toMatchObject({ ok: false, text: expect.stringContaining('took 2.1 s') });
  });

  const WILDCARD = { [`${HOST}.`]: '10.1.0.7', [`${HOST}.corp.example.`]: '203.0.113.9' };

  it('fails when the wildcard of a search domain answers, with the address that calls reach', async () => {
    expect(await finding(aNameServer(WILDCARD))).toMatchObject({
      ok: false,
      text: expect.stringMatching(/corp\.example answers .* 203\.0\.113\.9/),
    });
  });

  it('passes beside a wildcard when search domains are not tried first, or the name ends with a dot', async () => {
    const settings = IN_A_CLUSTER.replace('ndots:5', 'ndots:2');
    expect(await finding(aNameServer(WILDCARD, { settings }))).toMatchObject({ ok: true });
    expect(await finding(aNameServer(WILDCARD), `${HOST}.`)).toMatchObject({ ok: true });
  });
});
