import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const API_KEY = 'shippo_test_of-these-tests';

export type Body = Record<string, unknown>;

/** What happens to a call in place of the normal answer. */
export type Mishap =
  /** The connection breaks before Shippo did the work, or after it. */
  | 'lost before'
  | 'lost after'
  | 'silence'
  /** A proxy's error page instead of Shippo's JSON. */
  | 'bad gateway'
  /** The normal answer. `meanwhile` is called first. */
  | 'slow'
  /** Shippo refuses: JSON with `detail`, or with lists of sentences. */
  | { status: number; json: Body }
  /** The answer of a server between Shippo and this service. */
  | { status: number; body: string; contentType?: string };

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: Body;
}

/** Returns an event as Shippo sends it, with the signature of docs.goshippo.com ("Webhook security"). */
export function aSignedEvent(event: string, data: Body, secret: string, seconds = 1_772_463_600) {
  const body = JSON.stringify({ event, test: true, data });
  const hmac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return { body, headers: { 'shippo-auth-signature': `t=${seconds},v1=${hmac}` } };
}

const PDF = Buffer.from('%PDF-1.4 a label');
const PNG = Buffer.from('\x89PNG a code', 'latin1');
const AT = '2026-03-02T15:00:01Z';
const OWNER = 'shippotle@shippo.com';

/**
 * Behaves like the part of Shippo's API that the service uses. Like Shippo, it sells a new label each time it is asked
 * to sell the same rate. `proofs/judges/shippo-schemas.ts` compares every answer with Shippo's published schemas.
 */
export async function startShippoDouble() {
  const shipments = new Map<string, Body>();
  const rates = new Map<string, Body>();
  const transactions = new Map<string, Body>();
  /** All sales, also those that a list does not show yet. */
  const all: Body[] = [];
  const refunds = new Map<string, Body>();
  const tracks = new Map<string, Body>();
  const pickups = new Map<string, Body>();
  const calls: Call[] = [];
  const mishaps: { path: RegExp; mishap: Mishap; meanwhile: () => void }[] = [];
  const settings = {
    rates: RATES as Body[],
    messages: [] as Body[],
    /** How a sale ends, with its messages. */
    sale: 'SUCCESS',
    saleMessages: [] as Body[],
    refund: 'PENDING',
    pickup: { status: 'CONFIRMED', messages: [] } as Body,
    address: { validation_results: { is_valid: true, messages: [] } } as Body,
    invoiceItems: [] as Body[],
    /** The most rows of a page. Shippo returns as many as are asked for, up to 200. */
    pageSize: 200,
    /** Whether a rate includes the insurance that was asked for. */
    insures: true,
  };
  let serial = 0;
  /** Called once, with the next label that is sold. */
  let onSold: (transaction: Body) => void = () => undefined;
  const newId = () => {
    serial += 1;
    return serial.toString(16).padStart(32, '0');
  };
  const made = (): Body => ({
    object_id: newId(),
    object_created: AT,
    object_updated: AT,
    object_owner: OWNER,
  });

  const routes: [
    string,
    RegExp,
    (found: string[], body: Body, query: URLSearchParams) => Body | undefined,
  ][] = [
    ['POST', /^\/shipments$/, (_found, body) => createShipment(body)],
    ['GET', /^\/shipments\/([^/]+)$/, ([id = '']) => shipments.get(id)],
    ['GET', /^\/rates\/([^/]+)$/, ([id = '']) => rates.get(id)],
    ['POST', /^\/transactions$/, (_found, body) => createTransaction(body)],
    ['GET', /^\/transactions$/, (_found, _body, query) => listTransactions(query)],
    ['GET', /^\/transactions\/([^/]+)$/, ([id = '']) => transactions.get(id)],
    ['POST', /^\/refunds$/, (_found, body) => createRefund(body)],
    [
      'GET',
      /^\/tracks\/([^/]+)\/([^/]+)$/,
      ([carrier = '', number = '']) => tracks.get(`${carrier}/${number}`),
    ],
    ['POST', /^\/pickups$/, (_found, body) => createPickup(body)],
    [
      'POST',
      /^\/addresses$/,
      (_found, { validate: _, ...body }) => ({ ...anAddress(body), ...settings.address }),
    ],
    [
      'GET',
      /^\/invoice-items$/,
      (_found, _body, query) => page('invoice-items', settings.invoiceItems, query),
    ],
  ];

  const anAddress = (address: Body): Body => ({ ...made(), is_complete: true, test: true, ...address });

  function createShipment(body: Body): Body {
    const { async: _, customs_declaration: customs, parcels, extra = {}, ...rest } = body;
    const problems = (parcels as Body[]).flatMap((parcel) =>
      ['length', 'width', 'height', 'weight'].filter((side) => !(Number(parcel[side]) > 0)),
    );
    if (problems.length > 0)
      throw new Refusal(400, { parcels: problems.map((side) => `${side}: This field is required.`) });
    const shipment: Body = {
      ...made(),
      metadata: '',
      carrier_accounts: [],
      status: 'SUCCESS',
      test: true,
      ...rest,
      extra,
      address_from: anAddress(rest.address_from as Body),
      address_to: anAddress(rest.address_to as Body),
      parcels: (parcels as Body[]).map((parcel) => ({
        ...made(),
        object_state: 'VALID',
        test: true,
        ...parcel,
      })),
      messages: settings.messages,
      customs_declaration: customs ? aDeclaration(customs as Body) : null,
    };
    const insurance = (extra as Body).insurance as Body | undefined;
    shipment.rates = settings.rates.map((rate) => {
      const row: Body = { ...made(), shipment: shipment.object_id, ...rate, ...insured(rate, insurance) };
      rates.set(row.object_id as string, row);
      return row;
    });
    shipments.set(shipment.object_id as string, shipment);
    return shipment;
  }

  /** Adds the price of insurance: 1.25 for every hundred dollars or part of a hundred dollars. */
  function insured(rate: Body, insurance: Body | undefined): Body {
    if (!insurance || !settings.insures) return {};
    const price = Math.ceil(Number(insurance.amount) / 100) * 125;
    const cents = Math.round(Number(rate.amount) * 100) + price;
    return { amount: (cents / 100).toFixed(2), included_insurance_price: (price / 100).toFixed(2) };
  }

  const aDeclaration = ({ items, ...customs }: Body): Body => ({
    ...made(),
    object_state: 'VALID',
    test: true,
    ...customs,
    items: (items as Body[]).map(newId),
  });

  function createTransaction({ async: _, rate: rateId, metadata = '', label_file_type }: Body): Body {
    const rate = rates.get(rateId as string);
    if (!rate) throw new Refusal(400, { rate: ['Rate with supplied object_id not found.'] });
    const shipment = shipments.get(rate.shipment as string) as Body;
    const transaction: Body = {
      ...made(),
      object_state: 'VALID',
      status: settings.sale,
      metadata,
      label_file_type,
      rate: rateId,
      parcel: ((shipment.parcels as Body[])[0] as Body).object_id,
      messages: settings.saleMessages,
      test: true,
      tracking_number: null,
      tracking_status: 'UNKNOWN',
      tracking_url_provider: null,
      label_url: null,
      commercial_invoice_url: null,
      qr_code_url: null,
      eta: null,
    };
    transactions.set(transaction.object_id as string, transaction);
    all.push(transaction);
    if (settings.sale === 'SUCCESS') {
      sell(transaction);
      onSold(transaction);
      onSold = () => undefined;
    }
    return transaction;
  }

  function sell(transaction: Body): Body {
    const rate = rates.get(transaction.rate as string) as Body;
    const { address_to, extra } = shipments.get(rate.shipment as string) as Body;
    const number = `9400100000000000${String(serial).padStart(6, '0')}`;
    const abroad = (address_to as Body).country !== 'US';
    return Object.assign(transaction, {
      status: 'SUCCESS',
      tracking_number: number,
      tracking_url_provider: `https://track.shippo.example/${number}`,
      label_url: `${origin}/files/label.pdf`,
      commercial_invoice_url: abroad ? `${origin}/files/invoice.pdf` : null,
      qr_code_url: (extra as Body).qr_code_requested ? `${origin}/files/code.png` : null,
    });
  }

  function listTransactions(query: URLSearchParams): Body {
    const rate = query.get('rate');
    const newest = [...transactions.values()].reverse();
    return page('transactions', rate ? newest.filter((one) => one.rate === rate) : newest, query);
  }

  function page(path: string, rows: readonly Body[], query: URLSearchParams): Body {
    const size = Math.min(Number(query.get('results') ?? 25), settings.pageSize);
    const number = Number(query.get('page') ?? 1);
    const link = (to: number) => {
      const next = new URLSearchParams(query);
      next.set('page', String(to));
      return `${origin}/${path}?${next}`;
    };
    return {
      next: number * size < rows.length ? link(number + 1) : null,
      previous: number > 1 ? link(number - 1) : null,
      results: rows.slice((number - 1) * size, number * size),
    };
  }

  const AFTER_REFUND: Readonly<Record<string, string>> = {
    QUEUED: 'REFUNDPENDING',
    PENDING: 'REFUNDPENDING',
    SUCCESS: 'REFUNDED',
  };

  function createRefund({ transaction: id }: Body): Body {
    const transaction = transactions.get(id as string);
    if (!transaction)
      throw new Refusal(400, { transaction: ['Transaction with supplied object_id not found.'] });
    if (transaction.status !== 'SUCCESS')
      throw new Refusal(400, { __all__: ['A refund for this transaction has already been requested.'] });
    const refund: Body = { ...made(), status: settings.refund, transaction: id, test: true };
    refunds.set(refund.object_id as string, refund);
    transaction.status = AFTER_REFUND[settings.refund] ?? transaction.status;
    return refund;
  }

  function createPickup(body: Body): Body {
    const labels = body.transactions as string[];
    const taken = [...pickups.values()]
      .filter(({ status }) => status !== 'ERROR')
      .flatMap(({ transactions: those }) => those as string[]);
    const again = labels.filter((id) => taken.includes(id));
    if (again.length > 0)
      throw new Refusal(400, {
        transactions: again.map((id) => `Transaction ${id} already has a pickup scheduled.`),
      });
    const pickup = {
      ...body,
      ...made(),
      timezone: 'US/Central',
      is_test: true,
      confirmation_code: settings.pickup.status === 'CONFIRMED' ? `WTC${serial}` : null,
      ...settings.pickup,
    };
    const { object_owner: _, ...shown } = pickup as Body;
    pickups.set(shown.object_id as string, shown);
    return shown;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url as string, 'http://double');
    if (pathname.startsWith('/files/')) return void response.end(pathname.endsWith('.png') ? PNG : PDF);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const body = (text === '' ? {} : JSON.parse(text)) as Body;
    const { method = '' } = request;
    calls.push({ method, path: pathname, body });
    const answer = (status: number, content: Body) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(content));
    };

    const planned = mishaps.findIndex((mishap) => mishap.path.test(`${method} ${pathname}`));
    const [next] = planned < 0 ? [] : mishaps.splice(planned, 1);
    next?.meanwhile();
    const mishap = next?.mishap;
    if (mishap === 'lost before') return void request.socket.destroy();
    if (mishap === 'silence') return;
    if (mishap === 'bad gateway') return void response.writeHead(502).end('<html>Bad gateway</html>');
    if (typeof mishap === 'object' && 'body' in mishap) {
      response.writeHead(mishap.status, { 'content-type': mishap.contentType ?? 'text/html' });
      return void response.end(mishap.body);
    }
    if (typeof mishap === 'object') return answer(mishap.status, mishap.json);
    if (request.headers.authorization !== `ShippoToken ${API_KEY}`)
      return answer(401, { detail: 'Token does not exist' });
    const route = routes.find(([verb, pattern]) => verb === method && pattern.test(pathname));
    try {
      const found = (route?.[1].exec(pathname) ?? []).slice(1).map(decodeURIComponent);
      const done = route?.[2](found, body, searchParams);
      if (mishap === 'lost after') return void request.socket.destroy();
      if (done) return answer(method === 'POST' ? 201 : 200, done);
      answer(404, { detail: 'Not found.' });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      answer(error.status, error.json);
    }
  }

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url: `${origin}/`,
    settings,
    calls,
    shipments,
    rates,
    transactions,
    refunds,
    tracks,
    pickups,
    sell,
    onSold: (happens: typeof onSold) => {
      onSold = happens;
    },
    sold: () => all.filter(({ tracking_number }) => tracking_number),
    scan: (carrier: string, number: string, status: string, more: Body = {}) => {
      const track = (tracks.get(`${carrier}/${number}`) ?? aTrack(carrier, number)) as {
        tracking_history: Body[];
      };
      const event = { object_id: newId(), object_created: AT, object_updated: AT, ...aScan(status), ...more };
      track.tracking_history.push(event);
      tracks.set(`${carrier}/${number}`, { ...track, tracking_status: event });
    },
    /** Makes the next call whose method and path match, such as `POST /transactions`, end with this mishap. */
    mishap: (path: RegExp, mishap: Mishap, meanwhile: () => void = () => undefined) =>
      void mishaps.push({ path, mishap, meanwhile }),
    callsOf: (path: RegExp) => calls.filter((call) => path.test(`${call.method} ${call.path}`)),
    stop: () =>
      new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
      }),
  };
}

export type ShippoDouble = Awaited<ReturnType<typeof startShippoDouble>>;

export const BUY = /^POST \/transactions$/;

/** Shippo's message when the carrier did not answer in time. */
export const TOO_LONG = 'The carrier is taking too long to process the request. Please try again.';

class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly json: Body,
  ) {
    super(`${status}`);
  }
}

const aTrack = (carrier: string, number: string): Body => ({
  carrier,
  tracking_number: number,
  messages: [],
  tracking_history: [],
  metadata: '',
});

const aScan = (status: string): Body => ({
  status,
  status_date: AT,
  status_details: 'Your shipment has been scanned.',
  location: { city: 'Austin', state: 'TX', zip: '78701', country: 'US' },
});

export const aRate = (
  provider: string,
  token: string,
  name: string,
  amount: string,
  more: Body = {},
): Body => ({
  amount,
  amount_local: amount,
  currency: 'USD',
  currency_local: 'USD',
  attributes: [],
  carrier_account: '078870331023437cb917f5187429b093',
  duration_terms: 'Delivery within 3 days.',
  estimated_days: 3,
  included_insurance_price: null,
  messages: [],
  provider,
  provider_image_75: '',
  provider_image_200: '',
  servicelevel: { name, token, terms: '', extended_token: token },
  test: true,
  zone: '7',
  ...more,
});

export const aMessage = (source: string, text: string, code = ''): Body => ({ source, code, text });

const RATES = [
  aRate('USPS', 'usps_ground_advantage', 'Ground Advantage', '7.45'),
  aRate('USPS', 'usps_priority', 'Priority Mail', '10.20', { estimated_days: 2 }),
  aRate('UPS', 'ups_ground', 'Ground', '11.30'),
  aRate('UPS', 'ups_ground', 'Ground', '9.95', { carrier_account: 'b741b99f95e841639b54272834bc478c' }),
  aRate('UPS', 'ups_next_day_air', 'Next Day Air®', '31.07', { estimated_days: 1 }),
  aRate('FedEx', 'fedex_2_day', 'FedEx 2Day®', '18.44'),
  aRate('FedEx', 'fedex_regional_new', 'FedEx® Regional New', '8.00'),
  aRate('Canada Post', 'canada_post_xpresspost', 'Xpresspost', '12.00', { currency: 'CAD' }),
];
