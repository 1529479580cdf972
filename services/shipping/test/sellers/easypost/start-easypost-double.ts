import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const API_KEY = 'EZTK-of-these-tests';

type Body = Record<string, unknown>;

/** What happens to a call in place of the normal answer. */
export type Mishap =
  /** The connection breaks before EasyPost did the work, or after it. */
  | 'lost before'
  | 'silence'
  | 'lost after'
  /** A proxy's error page instead of EasyPost's JSON. */
  | 'bad gateway'
  /** The normal answer. `meanwhile` is called first. */
  | 'slow'
  | { status: number; code: string; message: string }
  /** The answer of a server between EasyPost and this service. */
  | { status: number; body: string; contentType?: string };

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: Body;
}

/**
 * Returns a signed event as EasyPost sends it. The fields are those of docs.easypost.com ("Events").
 * `proofs/judges/easypost-webhooks.ts` tests that EasyPost's official clients accept such a signature.
 */
export function aSignedEvent(description: string, result: Body, secret: string) {
  const body = JSON.stringify({
    id: 'evt_0b4b2a1c',
    object: 'Event',
    mode: 'test',
    description,
    previous_attributes: {},
    result,
    status: 'pending',
    pending_urls: [],
    completed_urls: [],
    created_at: '2026-03-02T15:00:00Z',
  });
  const hmac = createHmac('sha256', Buffer.from(secret.normalize('NFKD'), 'utf8'))
    .update(body)
    .digest('hex');
  return { body, headers: { 'x-hmac-signature': `hmac-sha256-hex=${hmac}` } };
}

const AT = '2026-03-02T15:00:01Z';
/** The time at which a list begins when the request names no time. EasyPost then lists the last month. */
const A_MONTH_BEFORE = '2026-02-02T15:00:01Z';
const PDF = Buffer.from('%PDF-1.4 a label');
const PNG = Buffer.from('\x89PNG a code', 'latin1');

/**
 * Behaves like the part of EasyPost's API that the service uses. Fields, states, errors and Basic authentication are
 * the same.
 */
export async function startEasypostDouble() {
  const shipments = new Map<string, Body>();
  const trackers = new Map<string, Body>();
  const pickups = new Map<string, Body>();
  const batches = new Map<string, Body>();
  const reports = new Map<string, Body>();
  const calls: Call[] = [];
  const mishaps: { path: RegExp; mishap: Mishap; meanwhile: () => void }[] = [];
  const settings = {
    rates: RATES as Body[],
    messages: [] as Body[],
    refund: 'submitted',
    pickupRate: '0.00',
    /** The status of a pickup after it was bought, and after it was canceled. */
    boughtPickup: 'scheduled',
    canceledPickup: 'canceled',
    address: {} as Body,
    pageSize: 100,
    /** Rows of the report of shipment invoices. `on` is the day of the row. */
    invoices: [] as Readonly<Record<string, string>>[],
    /** How many requests for a report are answered that the report is still unfinished. */
    reportsAfter: 0,
    insures: true,
  };
  let serial = 0;
  /** Called once, with the next label that is sold. */
  let onSold: (shipment: Body) => void = () => undefined;
  const newId = (prefix: string) => {
    serial += 1;
    return `${prefix}_${String(serial).padStart(32, '0')}`;
  };
  const byIdOrReference = (all: Map<string, Body>, key: string) =>
    all.get(key) ?? [...all.values()].find(({ reference }) => reference === key);

  const routes: [
    string,
    RegExp,
    (found: RegExpExecArray, body: Body, query: URLSearchParams) => Body | undefined,
  ][] = [
    ['POST', /^\/shipments$/, (_found, { shipment }) => createShipment(shipment as Body)],
    ['GET', /^\/shipments$/, (_found, _body, query) => listShipments(query)],
    ['GET', /^\/shipments\/([^/]+)$/, ([, id]) => byIdOrReference(shipments, id as string)],
    ['POST', /^\/shipments\/([^/]+)\/buy$/, ([, id], body) => buy(shipments.get(id as string) as Body, body)],
    [
      'POST',
      /^\/shipments\/([^/]+)\/refund$/,
      ([, id]) => change(shipments, id, { refund_status: settings.refund }),
    ],
    [
      'POST',
      /^\/shipments\/([^/]+)\/forms$/,
      ([, id], { form }) => addForm(id as string, (form as Body).type),
    ],
    [
      'POST',
      /^\/shipments\/([^/]+)\/insure$/,
      ([, id], { amount }) => change(shipments, id, { insurance: amount }),
    ],
    [
      'POST',
      /^\/batches$/,
      (_found, { batch }) => create(batches, 'batch', { ...(batch as Body), state: 'creating' }),
    ],
    ['GET', /^\/batches\/([^/]+)$/, ([, id]) => change(batches, id, { state: 'created' })],
    ['POST', /^\/pickups$/, (_found, { pickup }) => createPickup(pickup as Body)],
    ['GET', /^\/pickups\/([^/]+)$/, ([, id]) => byIdOrReference(pickups, id as string)],
    [
      'POST',
      /^\/pickups\/([^/]+)\/buy$/,
      ([, id]) => change(pickups, id, { status: settings.boughtPickup, confirmation: 'WTC12345' }),
    ],
    [
      'POST',
      /^\/pickups\/([^/]+)\/cancel$/,
      ([, id]) => change(pickups, id, { status: settings.canceledPickup }),
    ],
    ['POST', /^\/scan_forms$/, (_found, { scan_form }) => createScanForm(scan_form as Body)],
    ['POST', /^\/reports\/(\w+)$/, ([, type], body) => createReport(type as string, body)],
    [
      'GET',
      /^\/reports\/(shipment_invoice)$/,
      () => ({ reports: [...reports.values()].reverse(), has_more: false }),
    ],
    ['GET', /^\/reports\/(\w+)$/, ([, id]) => writeReport(id as string)],
    [
      'POST',
      /^\/addresses$/,
      (_found, { address }) => ({ ...(address as Body), id: newId('adr'), ...settings.address }),
    ],
  ];

  function create(all: Map<string, Body>, prefix: string, content: Body): Body {
    const id = newId(prefix);
    const object = { id, mode: 'test', created_at: AT, ...content };
    all.set(id, object);
    return object;
  }

  function change(all: Map<string, Body>, id: string | undefined, changes: Body): Body | undefined {
    const object = all.get(id as string);
    return object && Object.assign(object, changes);
  }

  function listShipments(query: URLSearchParams): Body {
    const start = query.get('start_datetime') ?? A_MONTH_BEFORE;
    const newest = [...shipments.values()]
      .reverse()
      .filter(
        ({ postage_label, created_at }) =>
          postage_label && Date.parse(String(created_at)) >= Date.parse(start),
      );
    const from = newest.findIndex(({ id }) => id === query.get('before_id')) + 1;
    const page = newest.slice(from, from + settings.pageSize);
    return { shipments: page, has_more: from + page.length < newest.length };
  }

  /** "We switch the to_address and from_address for the return Shipment" (docs.easypost.com, "Returns"). */
  const switched = ({ is_return = false, from_address, to_address }: Body): Body =>
    is_return
      ? { is_return, from_address: to_address, to_address: from_address }
      : { is_return, from_address, to_address };

  function createShipment(shipment: Body): Body {
    return create(shipments, 'shp', {
      reference: null,
      ...shipment,
      ...switched(shipment),
      object: 'Shipment',
      messages: settings.messages,
      forms: [],
      rates: settings.rates
        .filter((rate) => isAsked(shipment, rate))
        .map((rate) => ({ ...rate, id: newId('rate'), object: 'Rate' })),
      selected_rate: null,
      postage_label: null,
      tracking_code: null,
      tracker: null,
      refund_status: null,
      usps_zone: 7,
      insurance: null,
    });
  }

  function buy(shipment: Body, { rate, insurance }: Body): Body {
    if (shipment.postage_label) {
      throw new Refusal(422, 'SHIPMENT.POSTAGE.EXISTS', 'Postage already exists for this shipment.');
    }
    const chosen = (shipment.rates as Body[]).find(({ id }) => id === (rate as Body).id);
    if (!chosen) throw new Refusal(404, 'NOT_FOUND', 'The requested resource could not be found.');
    const tracking_code = `9400100000000000${String(serial).padStart(6, '0')}`;
    const tracker = create(trackers, 'trk', {
      tracking_code,
      status: 'unknown',
      tracking_details: [],
      public_url: 'https://track.easypost.example',
    });
    const abroad = (shipment.to_address as Body).country !== 'US';
    Object.assign(shipment, {
      selected_rate: chosen,
      tracking_code,
      tracker,
      insurance: settings.insures ? (insurance ?? null) : null,
      postage_label: {
        object: 'PostageLabel',
        created_at: '2026-03-02T15:00:02Z',
        label_file_type: 'application/pdf',
        label_url: `${origin}/files/label.pdf`,
        label_pdf_url: null,
      },
      forms: abroad ? [{ form_type: 'commercial_invoice', form_url: `${origin}/files/invoice.pdf` }] : [],
    });
    onSold(shipment);
    onSold = () => undefined;
    return shipment;
  }

  function addForm(id: string, type: unknown): Body {
    const shipment = shipments.get(id) as Body;
    (shipment.forms as Body[]).push({ form_type: type, form_url: `${origin}/files/code.png` });
    return shipment;
  }

  function createPickup(pickup: Body): Body {
    return create(pickups, 'pickup', {
      ...pickup,
      object: 'Pickup',
      status: 'unknown',
      confirmation: null,
      messages: settings.messages,
      pickup_rates: [
        { carrier: 'UPS', service: 'Future-day Pickup', rate: '5.90', currency: 'USD' },
        { carrier: 'USPS', service: 'NextDay', rate: settings.pickupRate, currency: 'USD' },
      ],
    });
  }

  /**
   * The fields of the answer, and the rule that a shipment is on one form only, are those of docs.easypost.com
   * ("ScanForm"). The error code is invented.
   */
  function createScanForm({ shipments: wished }: Body): Body {
    const all = (wished as { id: string }[]).map(({ id }) => shipments.get(id) as Body);
    if (all.some(({ scan_form }) => scan_form)) {
      throw new Refusal(422, 'SHIPMENT.SCAN_FORM.EXISTS', 'A shipment is on a ScanForm already.');
    }
    const form = {
      id: newId('sf'),
      object: 'ScanForm',
      message: null,
      form_file_type: null,
      batch_id: newId('batch'),
      status: 'created',
      form_url: `${origin}/files/scan-form.pdf`,
      tracking_codes: all.map(({ tracking_code }) => tracking_code),
    };
    for (const one of all) one.scan_form = form;
    return form;
  }

  /**
   * The fields of the answer, its states and the refusal of a second request are those of docs.easypost.com ("Report").
   * The columns are those of "What is a Shipment Invoice?" on easypost.com.
   */
  function createReport(type: string, { start_date, end_date }: Body): Body {
    const days = (Date.parse(end_date as string) - Date.parse(start_date as string)) / 86_400_000;
    if (type !== 'shipment_invoice' || !(days >= 0 && days < 31))
      throw new Refusal(422, 'PARAMETER.INVALID', 'Wrong type or dates.');
    const isSame = (one: Body) => one.start_date === start_date && one.end_date === end_date;
    if ([...reports.values()].some((one) => isSame(one) && one.status === 'new'))
      throw new Refusal(422, 'REPORT.EXISTS', 'A report of these days is being written.');
    return create(reports, 'shpinvrep', {
      object: 'ShipmentInvoiceReport',
      status: 'new',
      url: null,
      url_expires_at: null,
      start_date,
      end_date,
      asked: 0,
      rows: settings.invoices.filter(({ on = '' }) => on >= String(start_date) && on <= String(end_date)),
    });
  }

  function writeReport(id: string): Body | undefined {
    const report = reports.get(id);
    if (!report) return undefined;
    report.asked = (report.asked as number) + 1;
    if (Number(report.asked) > settings.reportsAfter) {
      const isEmpty = (report.rows as unknown[]).length === 0;
      Object.assign(
        report,
        isEmpty ? { status: 'empty' } : { status: 'available', url: `${origin}/files/${id}.csv` },
      );
    }
    const { asked: _, rows: __, ...shown } = report;
    return shown;
  }

  function csvOf(id: string): string {
    const rows = (reports.get(id)?.rows ?? []) as Readonly<Record<string, string>>[];
    const names = Object.keys(rows[0] ?? {}).filter((name) => name !== 'on');
    const line = (cells: readonly string[]) =>
      cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
    return [line(names), ...rows.map((row) => line(names.map((name) => row[name] ?? '')))].join('\r\n');
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url as string, 'http://double');
    if (pathname.endsWith('.csv')) {
      response.end(csvOf(pathname.slice('/files/'.length, -'.csv'.length)));
      return;
    }
    if (pathname.startsWith('/files/')) {
      response.end(pathname.endsWith('.png') ? PNG : PDF);
      return;
    }
    const path = pathname.replace(/^\/v2/, '');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const body = (text === '' ? {} : JSON.parse(text)) as Body;
    calls.push({ method: request.method as string, path, body });
    const answer = (status: number, content: Body) => {
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
      response.end(JSON.stringify(content));
    };
    const refuse = ({ status, code, message }: Refusal) =>
      answer(status, { error: { code, message, errors: [] } });

    const planned = mishaps.findIndex((mishap) => mishap.path.test(`${request.method} ${path}`));
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
    if (typeof mishap === 'object') return refuse(new Refusal(mishap.status, mishap.code, mishap.message));
    if (request.headers.authorization !== `Basic ${Buffer.from(`${API_KEY}:`).toString('base64')}`) {
      return refuse(new Refusal(401, 'UNAUTHORIZED', 'This api key is no longer active.'));
    }
    const route = routes.find(([method, pattern]) => method === request.method && pattern.test(path));
    try {
      const done = route?.[2](route[1].exec(path) as RegExpExecArray, body, searchParams);
      if (mishap === 'lost after') return void request.socket.destroy();
      if (done) return answer(request.method === 'POST' ? 201 : 200, done);
      refuse(new Refusal(404, 'NOT_FOUND', 'The requested resource could not be found.'));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refuse(error);
    }
  }

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url: `${origin}/v2/`,
    settings,
    calls,
    shipments,
    trackers,
    pickups,
    onSold: (happens: typeof onSold) => {
      onSold = happens;
    },
    /** Makes the next call whose method and path match, such as `POST /shipments/…/buy`, end with this mishap. */
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

export type EasypostDouble = Awaited<ReturnType<typeof startEasypostDouble>>;

export const BUY = /^POST \/shipments\/[^/]+\/buy$/;

class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export const aRate = (carrier: string, service: string, rate: string, more: Body = {}): Body => ({
  carrier,
  service,
  rate,
  currency: 'USD',
  mode: 'test',
  carrier_account_id: 'ca_1',
  retail_rate: null,
  retail_currency: null,
  list_rate: rate,
  list_currency: 'USD',
  billing_type: 'easypost',
  delivery_days: 3,
  est_delivery_days: 3,
  delivery_date: null,
  delivery_date_guaranteed: false,
  ...more,
});

/**
 * Returns whether the request allows this carrier account. EasyPost's documentation: `carrier_accounts` lists the
 * accounts whose rates are wanted.
 */
const isAsked = ({ carrier_accounts: ids }: Body, { carrier_account_id: id }: Body): boolean =>
  ids === undefined || (ids as unknown[]).includes(id);

const RATES = [
  aRate('USPS', 'GroundAdvantage', '7.45', { retail_rate: '9.80', retail_currency: 'USD' }),
  aRate('USPS', 'Priority', '10.20', { delivery_days: 2, delivery_date: '2026-03-05T00:00:00Z' }),
  aRate('UPS', 'Ground', '11.30'),
  aRate('UPSDAP', 'Ground', '9.95'),
  aRate('UPSDAP', 'NextDayAir', '31.07', { delivery_days: 1, delivery_date_guaranteed: true }),
  aRate('FedExDefault', 'FEDEX_2_DAY', '18.44'),
  aRate('FedExDefault', 'FEDEX_REGIONAL_NEW', '8.00'),
  aRate('CanadaPost', 'Xpresspost', '12.00', { currency: 'CAD' }),
];
