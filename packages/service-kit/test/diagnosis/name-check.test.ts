import { diagnose } from '../../src/diagnosis/diagnose';
import { type NameServer, nameCheck } from '../../src/diagnosis/name-check';

const HOST = 'parcelyard-orders.shop.svc.cluster.local';
const IN_A_CLUSTER =
  'search shop.svc.cluster.local svc.cluster.local cluster.local corp.example\nnameserver 10.0.0.10\noptions ndots:5\n';

/** A name server with these absolute names. Each answer takes `took` milliseconds. */
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
  it('is good when the name server answers at once with its own address', async () => {
    expect(await finding(aNameServer({ [`${HOST}.`]: '10.1.0.7' }))).toMatchObject({
      check: 'name of ORDERS_ADDRESS',
      ok: true,
      text: '1 address, kept for 5 s',
    });
  });

  it('is bad when a name that a search domain completes is kept for longer than an old pod stays', async () => {
    const kept = aNameServer({ [`${HOST}.`]: '10.1.0.7' }, { ttl: 60 });
    expect(await finding(kept, 'parcelyard-orders.shop.svc')).toMatchObject({
      ok: false,
      text: '1 address, kept for 60 s: set preStopSeconds to more, or roll-outs break calls',
    });
  });

  it('is bad when the name server takes more than a second, and says how long', async () => {
    const slow = aNameServer({ [`${HOST}.`]: '10.1.0.7' }, { took: 2_140 });
    expect(await finding(slow)).toMatchObject({ ok: false, text: expect.stringContaining('took 2.1 s') });
  });

  const WILDCARD = { [`${HOST}.`]: '10.1.0.7', [`${HOST}.corp.example.`]: '203.0.113.9' };

  it("is bad when a search domain's wildcard answers for it, and says where calls go", async () => {
    expect(await finding(aNameServer(WILDCARD))).toMatchObject({
      ok: false,
      text: expect.stringMatching(/corp\.example answers .* 203\.0\.113\.9/),
    });
  });

  it('is good beside a wildcard where search domains are not asked first, or the name ends with a dot', async () => {
    const settings = IN_A_CLUSTER.replace('ndots:5', 'ndots:2');
    expect(await finding(aNameServer(WILDCARD, { settings }))).toMatchObject({ ok: true });
    expect(await finding(aNameServer(WILDCARD), `${HOST}.`)).toMatchObject({ ok: true });
  });
});
