import { createSign, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HookDelivery } from '@parcelyard/contracts/common';

/**
 * Behaves over HTTP like ShipEngine's API, as ShipEngine's published OpenAPI document describes it. A test can make its
 * calls fail.
 */
export type ShipengineDouble = Awaited<ReturnType<typeof startShipengineDouble>>;
export type Body = Record<string, unknown>;

/** What happens to the next call: another answer, or a broken connection. `meanwhile` is called first. */
export type Mishap =
  | { readonly status: number; readonly json?: unknown; readonly text?: string }
  | 'lost before'
  | 'lost after'
  /** The normal answer. */
  | 'slow';

export const API_KEY = 'TEST_key';
export const BUY = /^POST \/v1\/labels\/rates\//;
export const RATE = /^POST \/v1\/rates$/;
/** The call that asks whether a label was sold. */
export const LOOK_UP = /^GET \/v1\/labels\?/;
export const VOID = /^PUT \/v1\/labels\/[\w-]+\/void$/;
export const TRACK = /^GET \/v1\/labels\/[\w-]+\/track$/;

/** A refund has one of these statuses after Refund Assist has sent its request to the carrier. */
const SENT_REFUNDS: readonly string[] = ['pending', 'approved', 'rejected'];
const USD = (amount: number) => ({ currency: 'usd', amount });
const PDF = Buffer.from('%PDF-1.4\n%%EOF\n');
const ACCOUNTS = [
  ['se-101', 'stamps_com', 'Stamps.com'],
  ['se-102', 'ups', 'UPS'],
  ['se-103', 'fedex', 'FedEx'],
] as const;
const SERVICES = [
  ['stamps_com', 'usps_ground_advantage', 'USPS Ground Advantage', 6.45, 1, 3],
  ['stamps_com', 'usps_priority_mail', 'USPS Priority Mail', 9.8, 0, 2],
  ['ups', 'ups_ground', 'UPS® Ground', 10.2, 1.05, 4],
  ['ups', 'ups_next_day_air_early_am', 'UPS Next Day Air® Early', 78.9, 0, 1],
  ['fedex', 'fedex_ground', 'FedEx Ground®', 12.1, 0, 4],
] as const;

export const anError = (error_type: string, error_code: string, message: string, more: Body = {}) => ({
  request_id: randomUUID(),
  errors: [{ error_source: 'shipengine', error_type, error_code, message, ...more }],
});

const noErrors = () => ({ request_id: randomUUID(), errors: [] });

export async function startShipengineDouble() {
  const shipments = new Map<string, Body>();
  const rates = new Map<string, Body>();
  const labels = new Map<string, Body>();
  const tracks = new Map<string, Body[]>();
  const pickups = new Map<string, Body>();
  const mishaps: { path: RegExp; mishap: Mishap; meanwhile?: () => void }[] = [];
  let onSold: (label: Body) => void = () => undefined;
  let onRated: (response: { rates: Body[]; errors: Body[] }) => void = () => undefined;
  let onVoid: ((label: Body) => Body | undefined) | undefined;
  let url = '';
  let keysRead = 0;
  const keys: (string | undefined)[] = [];
  const calls: string[] = [];
  let last = 1000;
  const id = () => {
    last += 1;
    return `se-${last}`;
  };
  const byExternalId = (reference: unknown) =>
    [...shipments.values()].find(({ external_shipment_id }) => external_shipment_id === reference);

  const sell = (rateId: string): Body => {
    const rate = rates.get(rateId) as Body;
    const shipment = shipments.get(String(rate.shipment_id)) as Body;
    shipment.shipment_status = 'label_purchased';
    const labelId = id();
    const trackingNumber = `94001000000000${String(last).padStart(8, '0')}`;
    const href = `${url}v1/downloads/10/${labelId}/label-${labelId}.pdf`;
    const boxes = shipment.packages as Body[];
    const insured = boxes.some(({ insured_value }) => insured_value);
    const abroad = (shipment.ship_to as Body).country_code !== 'US';
    const label: Body = {
      label_id: labelId,
      status: 'completed',
      shipment_id: shipment.shipment_id,
      external_shipment_id: shipment.external_shipment_id ?? null,
      ship_date: shipment.ship_date,
      created_at: '2026-03-02T15:00:00Z',
      shipment_cost: USD(
        [rate.shipping_amount, rate.confirmation_amount, rate.other_amount].reduce<number>(
          (sum, money) => Math.round((sum + (money as { amount: number }).amount) * 100) / 100,
          0,
        ),
      ),
      insurance_cost: USD(insured ? 1.25 : 0),
      tracking_number: trackingNumber,
      is_return_label: shipment.is_return ?? false,
      is_international: abroad,
      carrier_id: rate.carrier_id,
      service_code: rate.service_code,
      package_code: 'package',
      voided: false,
      label_format: 'pdf',
      label_layout: '4x6',
      trackable: true,
      carrier_code: rate.carrier_code,
      tracking_status: 'unknown',
      label_download: { href, pdf: href },
      ...(abroad && { form_download: { href: href.replace('label-', 'form-'), type: 'forms' } }),
      packages: boxes.map(({ products: _, ...box }, at) => ({
        ...box,
        package_id: at + 1,
        tracking_number: trackingNumber,
      })),
      ship_to: shipment.ship_to,
    };
    labels.set(labelId, label);
    onSold(label);
    return label;
  };

  const rated = (shipment: Body, { carrier_ids }: { carrier_ids: string[] }): Body => {
    const insured = (shipment.packages as Body[]).some(({ insured_value }) => insured_value);
    const response = {
      rates: SERVICES.map(([carrier_code, service_code, service_type, amount, other, days]): Body => {
        const account = ACCOUNTS.find(([, code]) => code === carrier_code) as (typeof ACCOUNTS)[number];
        return {
          rate_id: id(),
          rate_type: 'shipment',
          carrier_id: account[0],
          shipping_amount: USD(amount),
          insurance_amount: USD(insured ? 1.25 : 0),
          confirmation_amount: USD(shipment.confirmation === 'signature' ? 3 : 0),
          other_amount: USD(other),
          requested_comparison_amount: USD(amount + other + 2),
          zone: carrier_code === 'stamps_com' ? 4 : null,
          package_type: 'package',
          delivery_days: days,
          guaranteed_service: days === 1,
          estimated_delivery_date: '2026-03-06T00:00:00Z',
          carrier_delivery_days: String(days),
          ship_date: '2026-03-02T00:00:00Z',
          negotiated_rate: false,
          service_type,
          service_code,
          trackable: true,
          carrier_code,
          carrier_nickname: account[2],
          carrier_friendly_name: account[2],
          validation_status: 'valid',
          warning_messages: [],
          error_messages: [],
        };
      }).filter(({ carrier_id }) => carrier_ids.includes(String(carrier_id))),
      errors: [] as Body[],
    };
    onRated(response);
    for (const rate of response.rates)
      rates.set(String(rate.rate_id), { ...rate, shipment_id: shipment.shipment_id });
    return {
      ...shipment,
      rate_response: {
        ...response,
        invalid_rates: [],
        rate_request_id: id(),
        shipment_id: shipment.shipment_id,
        status: response.errors.length > 0 ? 'partial' : 'completed',
      },
    };
  };

  const created = (asked: Body): Body => {
    const { validate_address: _, ...kept } = asked;
    const shipment: Body = {
      warehouse_id: null,
      return_to: asked.ship_from,
      customs: null,
      advanced_options: {},
      tags: [],
      total_weight: ((asked.packages as Body[])[0] as Body).weight,
      ...kept,
      shipment_id: id(),
      shipment_status: 'pending',
      created_at: '2026-03-02T14:59:00Z',
      modified_at: '2026-03-02T14:59:00Z',
      external_shipment_id: asked.external_shipment_id ?? null,
    };
    shipments.set(String(shipment.shipment_id), shipment);
    return shipment;
  };

  const page = (name: string, all: readonly Body[], query: URLSearchParams): Body => {
    const size = Number(query.get('page_size') ?? 25);
    const number = Number(query.get('page') ?? 1);
    const pages = Math.max(1, Math.ceil(all.length / size));
    const link = (at: number) => ({ href: `${url}v1/${name}?page=${at}&page_size=${size}` });
    return {
      [name]: all.slice((number - 1) * size, number * size),
      total: all.length,
      page: number,
      pages,
      links: {
        first: link(1),
        last: link(pages),
        prev: number > 1 ? link(number - 1) : {},
        next: number < pages ? link(number + 1) : {},
      },
    };
  };

  const notFound = { status: 404, json: anError('validation', 'invalid_identifier', 'It was not found.') };
  const found = (body: Body | undefined) => (body ? { status: 200, json: body } : notFound);

  const answer = (method: string, path: string, query: URLSearchParams, sent: Body) => {
    const parts = path.split('/').slice(2);
    const [kind, one = '', what = ''] = parts;
    const call = `${method} ${kind}`;
    if (call === 'GET carriers')
      return found({
        carriers: ACCOUNTS.map(([carrier_id, carrier_code, friendly_name]) => ({
          carrier_id,
          carrier_code,
          friendly_name,
          nickname: friendly_name,
          account_number: 'account_570827',
          requires_funded_amount: false,
          balance: 100,
          primary: true,
          has_multi_package_supporting_services: false,
          supports_label_messages: true,
          disabled_by_billing_plan: false,
          services: [],
          packages: [],
          options: [],
        })),
        ...noErrors(),
      });
    if (call === 'POST rates') {
      const { shipment, shipment_id, rate_options } = sent as {
        shipment?: Body;
        shipment_id?: string;
      } & Body;
      const known = shipment_id ? shipments.get(shipment_id) : undefined;
      if (shipment_id && !known) return notFound;
      if (shipment?.external_shipment_id && byExternalId(shipment.external_shipment_id))
        return {
          status: 400,
          json: anError('business_rules', 'identifier_conflict', 'The external shipment ID must be unique.'),
        };
      return found(rated(known ?? created(shipment as Body), rate_options as { carrier_ids: string[] }));
    }
    if (call === 'GET shipments')
      return found(
        one === 'external_shipment_id' ? byExternalId(decodeURIComponent(what)) : shipments.get(one),
      );
    if (call === 'POST labels' && one === 'rates') return rates.has(what) ? found(sell(what)) : notFound;
    if (call === 'GET labels' && one === '') {
      const shipment = query.get('shipment_id');
      const from = Date.parse(query.get('created_at_start') ?? '2000-01-01');
      const all = [...labels.values()].filter(
        ({ shipment_id, created_at }) =>
          (!shipment || shipment_id === shipment) && Date.parse(String(created_at)) >= from,
      );
      return found(page('labels', all, query));
    }
    const label = labels.get(one);
    if (call === 'GET labels' && what === 'track') {
      if (!label) return notFound;
      const events = tracks.get(one) ?? [];
      return found({
        tracking_number: label.tracking_number,
        status_code: events.at(-1)?.status_code ?? 'NY',
        status_description: 'As the carrier says',
        carrier_code: label.carrier_code,
        carrier_status_code: '10',
        events,
      });
    }
    if (call === 'PUT labels' && what === 'void') {
      if (!label) return notFound;
      const { refund_status } = (label.refund_details ?? {}) as Body;
      if (label.voided || SENT_REFUNDS.includes(String(refund_status)))
        return found({
          approved: false,
          message: 'It was voided before.',
          reason_code: 'label_already_voided',
        });
      const instead = onVoid?.(label);
      if (instead) return found(instead);
      Object.assign(label, { voided: true, status: 'voided', voided_at: '2026-03-02T16:00:00Z' });
      return found({ approved: true, message: 'The label was voided.' });
    }
    if (call === 'POST pickups') {
      const pickup = {
        ...sent,
        pickup_id: `pik_${id().slice(3)}abcdefghij`,
        created_at: '2026-03-02T15:10:00Z',
        cancelled_at: null,
        carrier_id: 'se-101',
        confirmation_number: `WTC${last}`,
      };
      pickups.set(pickup.pickup_id, pickup);
      const { cancelled_at: _, ...told } = pickup;
      return found({ ...told, ...noErrors() });
    }
    if (call === 'GET pickups') {
      const from = Date.parse(query.get('created_at_start') ?? '2000-01-01');
      const all = [...pickups.values()].filter(({ created_at }) => Date.parse(String(created_at)) >= from);
      return found({ ...page('pickups', all.map(withoutNull), query), ...noErrors() });
    }
    if (call === 'DELETE pickups') {
      const pickup = pickups.get(one);
      if (!pickup) return notFound;
      if (pickup.cancelled_at)
        return { status: 400, json: anError('business_rules', 'invalid_status', 'It was cancelled before.') };
      pickup.cancelled_at = '2026-03-02T17:00:00Z';
      return found({ pickup_id: one, ...noErrors() });
    }
    return notFound;
  };

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://double');
    const send = (status: number, body: string | Buffer, type = 'application/json') =>
      response.writeHead(status, { 'content-type': type }).end(body);
    if (pathname === '/jwks') {
      keysRead += 1;
      return send(200, JSON.stringify({ keys: PUBLISHED.map(publicJwk) }));
    }
    keys.push(request.headers['api-key'] as string | undefined);
    if (pathname.startsWith('/v1/downloads/')) return send(200, PDF, 'application/pdf');
    if (request.headers['api-key'] !== API_KEY)
      return send(401, JSON.stringify(anError('security', 'unauthorized', 'The API key is invalid.')));
    const called = `${request.method} ${request.url}`;
    calls.push(called);
    const at = mishaps.findIndex(({ path }) => path.test(called));
    const [met] = at < 0 ? [] : mishaps.splice(at, 1);
    const mishap = met?.mishap;
    met?.meanwhile?.();
    if (mishap === 'lost before') return request.socket.destroy();
    if (typeof mishap === 'object')
      return send(
        mishap.status,
        mishap.text ?? JSON.stringify(mishap.json),
        mishap.text ? 'text/html' : undefined,
      );
    const { status, json } = answer(
      request.method ?? '',
      pathname,
      searchParams,
      text ? (JSON.parse(text) as Body) : {},
    );
    if (mishap === 'lost after') return request.socket.destroy();
    return send(status, JSON.stringify(json));
  };
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  url = `http://127.0.0.1:${port}/`;
  return {
    url,
    shipments,
    labels,
    pickups,
    keys: () => keys,
    /** @param path such as `POST /v1/rates` */
    callsOf: (path: RegExp) => calls.filter((call) => path.test(call)),
    keysRead: () => keysRead,
    mishap: (path: RegExp, mishap: Mishap, meanwhile?: () => void) => {
      mishaps.push({ path, mishap, ...(meanwhile && { meanwhile }) });
    },
    onSold: (happens: typeof onSold) => {
      onSold = happens;
    },
    onRated: (happens: typeof onRated) => {
      onRated = happens;
    },
    onVoid: (happens: NonNullable<typeof onVoid>) => {
      onVoid = happens;
    },
    sellLatest: (service: string) =>
      sell(String([...rates.values()].filter((rate) => rate.service_code === service).at(-1)?.rate_id)),
    scan: (labelId: string, events: readonly Body[]) => tracks.set(labelId, events.map(anEvent)),
    stop: () => {
      server.closeAllConnections();
      return new Promise((stopped) => server.close(stopped));
    },
  };
}

const anEvent = (event: Body): Body => ({
  occurred_at: '2026-03-04T10:00:00Z',
  description: 'As the carrier says',
  city_locality: 'AUSTIN',
  state_province: 'TX',
  postal_code: '78701',
  country_code: 'US',
  carrier_detail_code: 'OF',
  status_description: 'In Transit',
  carrier_status_code: '10',
  carrier_status_description: 'As the carrier says',
  ...event,
});

const withoutNull = (body: Body): Body =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));

/** The names of the key pairs whose public keys are published. A pair with another name is unknown to the service. */
const PUBLISHED = ['now', 'the one before'] as const;
const pairs = new Map<string, { publicKey: KeyObject; privateKey: KeyObject }>();
const pair = (name: string) => {
  const made = pairs.get(name) ?? generateKeyPairSync('rsa', { modulusLength: 2048 });
  pairs.set(name, made);
  return made;
};
const publicJwk = (kid: string) => ({
  ...pair(kid).publicKey.export({ format: 'jwk' }),
  kid,
  use: 'sig',
  alg: 'RS256',
});

/** Returns an event with this content, signed with this key. */
export function aSignedEvent(content: unknown, key = 'now'): HookDelivery {
  const body = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
  const timestamp = '2026-03-04T10:00:01Z';
  const sign = createSign('sha256').update(`${timestamp}.`).update(body);
  return {
    source: 'shipengine',
    key: '',
    body,
    headers: {
      'x-shipengine-rsa-sha256-key-id': key,
      'x-shipengine-rsa-sha256-signature': sign.sign(pair(key).privateKey).toString('base64'),
      'x-shipengine-timestamp': timestamp,
    },
  } as HookDelivery;
}

export const aTrackEvent = (trackingNumber: string) => ({
  resource_url: `https://api.shipengine.com/v1/tracking?carrier_code=usps&tracking_number=${trackingNumber}`,
  resource_type: 'API_TRACK',
  data: { tracking_number: trackingNumber, status_code: 'IT', events: [] },
});
