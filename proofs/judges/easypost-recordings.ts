import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fromDollars } from '@parcelyard/money/dollars';
import { CarrierNoAnswer } from '@parcelyard/shipping/sellers/carrier-errors';
import { requireRequestedLabel } from '@parcelyard/shipping/sellers/carrier-mismatch';
import type { BoughtLabel, BuyRequest } from '@parcelyard/shipping/sellers/carrier-port';
import { createEasypostApi } from '@parcelyard/shipping/sellers/easypost/easypost-api';
import {
  type EasypostDeclaration,
  easypostDeclarations,
} from '@parcelyard/shipping/sellers/easypost/easypost-declarations';
import type { EasypostShipment } from '@parcelyard/shipping/sellers/easypost/easypost-shapes';
import { boughtLabel, carrierRates, isBought } from '@parcelyard/shipping/sellers/easypost/from-easypost';
import { tracking } from '@parcelyard/shipping/sellers/easypost/tracking-from-easypost';
import { SellerError } from '@parcelyard/shipping/sellers/seller-error';
import type { Judge } from '../judge';

/** The newest version that module proxies serve. The recordings are part of the module. */
const MODULE = 'github.com/EasyPost/easypost-go/v5';
const VERSION = 'v5.2.0';

const READ = `
import glob, json, os, sys, yaml
found = []
for path in sorted(glob.glob(os.path.join(sys.argv[1], "**", "*.yaml"), recursive=True)):
    for exchange in yaml.safe_load(open(path))["interactions"]:
        asked, told = exchange["request"], exchange["response"]
        found.append({"name": os.path.basename(path)[:-5], "method": asked["method"], "url": asked["url"],
                      "sent": asked["body"], "status": told["code"], "body": told["body"]})
print(json.dumps(found))
`;

type Json = Record<string, unknown>;

interface Exchange {
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly sent: string;
  readonly status: number;
  readonly body: string;
}

/** A recorded shipment. It has the fields that the adapter reads, and EasyPost's own list of fees. */
interface Recorded extends EasypostShipment {
  readonly fees?: readonly { readonly type: string; readonly amount: string }[];
}

/**
 * Messages in the recordings that are about the operator's account at EasyPost. No merchant may read these messages.
 */
const OF_THE_OPERATOR = ['Invalid credentials', 'Account numbers should be 6 characters or less.'];

export const easypostRecordings: Judge = {
  name: 'EasyPost (recorded exchanges)',
  proves:
    'The recorded answers of EasyPost to its official client are read correctly: labels, scans and refusals.',
  needs: ['go', 'python3'],
  async judge(workshop) {
    const { Dir: folder } = JSON.parse(
      await workshop.run('go', ['mod', 'download', '-modcacherw', '-json', `${MODULE}@${VERSION}`], {
        environment: { GOMODCACHE: join(workshop.folder, 'modules'), GOFLAGS: '-mod=mod' },
      }),
    ) as { Dir: string };
    const programs = await workshop.python(['pyyaml==6.0.2']);
    const read = await workshop.run(join(programs, 'python'), ['-c', READ, join(folder, 'tests/cassettes')]);
    const exchanges = JSON.parse(read) as Exchange[];
    const shipments = exchanges.flatMap((exchange) =>
      shipmentsIn(parsed(exchange.body)).map((shipment) => ({ name: exchange.name, shipment })),
    );
    const answers = [
      ...(await refusalsAsRead(exchanges.filter(({ status }) => status >= 400))),
      ...shipments.map(({ name, shipment }) => readShipment(name, shipment)),
      ...compared(exchanges, shipments),
    ];
    return { version: VERSION, checked: answers.length, faults: answers.flat() };
  },
};

/**
 * Lets the adapter read every recorded refusal through the official client. Returns a list for each refusal; the list
 * has a fault if the adapter read that refusal wrongly. EasyPost's own refusals have a code; other refusals have none.
 */
async function refusalsAsRead(refusals: readonly Exchange[]): Promise<string[][]> {
  let now: Exchange | undefined;
  const server = createServer((_request, response) => {
    response.writeHead(now?.status ?? 500, { 'content-type': 'application/json; charset=utf-8' });
    response.end(now?.body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const api = await createEasypostApi({
    apiKey: 'EZTK',
    url: `http://127.0.0.1:${port}/v2/`,
    timeoutMs: 5_000,
    roomPausesMs: [],
  });
  const faults: string[][] = [];
  for (const exchange of refusals) {
    now = exchange;
    const got: unknown = await api.createShipment({}).catch((error: unknown) => error);
    const { code } = (parsed(exchange.body).error ?? {}) as { code?: unknown };
    const right =
      typeof code === 'string'
        ? got instanceof SellerError && got.code === code && got.status === exchange.status
        : got instanceof CarrierNoAnswer;
    faults.push(
      right ? [] : [`${exchange.name}: ${exchange.status} with the code ${code} was read as ${got}`],
    );
  }
  server.close();
  server.closeAllConnections();
  return faults;
}

function readShipment(name: string, shipment: Recorded): string[] {
  const faults: string[] = [];
  const expect = (what: string, got: unknown, wanted: unknown) => {
    if (JSON.stringify(got) !== JSON.stringify(wanted)) {
      faults.push(
        `${name}: ${shipment.id}: ${what} is ${JSON.stringify(got)}, not ${JSON.stringify(wanted)}`,
      );
    }
  };
  for (const carrier of easypostDeclarations) {
    for (const { message } of carrierRates(carrier, shipment).messages) {
      if (OF_THE_OPERATOR.includes(message)) faults.push(`${name}: a merchant reads "${message}"`);
    }
  }
  if (!isBought(shipment)) return faults;
  const { scans, nextLookAt } = tracking(shipment, new Date(shipment.created_at));
  const status = shipment.tracker?.status;
  if (status === 'delivered') expect('the last scan', scans.at(-1)?.status, 'Delivered');
  if (['unknown', 'pre_transit', 'error'].includes(status ?? '')) expect('the scans', scans, []);
  if (shipment.refund_status !== 'refunded') {
    expect('the end of tracking', nextLookAt === undefined, status === 'delivered');
  }
  const carrier = carrierOf(shipment);
  if (!carrier) return faults;
  const label = boughtLabel(carrier, { accountId: 1, reference: '' }, shipment);
  const fee = shipment.fees?.find(({ type }) => type === 'PostageFee');
  if (fee) expect('the postage', label.charged, fromDollars(Number(fee.amount)));
  const isInsured = shipment.fees?.some(({ type }) => type === 'InsuranceFee') ?? false;
  expect('cover', label.insuredValue > 0, isInsured || shipment.insurance != null);
  expect('the existence of the label file', label.documents.includes('label'), true);
  return faults;
}

/**
 * Checks how the adapter compares a bought label with a request. The adapter must accept the label for its own request,
 * and refuse the label for a request with another ZIP.
 */
function compared(
  exchanges: readonly Exchange[],
  shipments: readonly { name: string; shipment: Recorded }[],
): string[][] {
  const requests = new Map(exchanges.flatMap(buyRequestOf));
  const bought = shipments.flatMap(({ name, shipment }) => {
    const carrier = carrierOf(shipment);
    const wanted = requests.get(shipment.id);
    if (!carrier || !wanted || !isBought(shipment)) return [];
    const label = boughtLabel(carrier, wanted, shipment);
    const { serviceLevel, charged: price } = label;
    return [{ name, carrier: carrier.code, label, wanted: { ...wanted, serviceLevel, price } }];
  });
  return bought.map(({ name, carrier, label, wanted }) => {
    const faults: string[] = [];
    const told = difference(carrier, wanted, label);
    if (told) faults.push(`${name}: its own label is not accepted: ${told}`);
    const stranger = bought.find((other) => other.wanted.to.zip !== wanted.to.zip);
    if (stranger && !difference(carrier, wanted, { ...stranger.label, reference: wanted.reference })) {
      faults.push(`${name}: the label of ${stranger.name} is accepted`);
    }
    return faults;
  });
}

function difference(carrier: string, wanted: BuyRequest, label: BoughtLabel): string | undefined {
  try {
    requireRequestedLabel(carrier, wanted, label);
    return undefined;
  } catch (error) {
    return String(error);
  }
}

/**
 * For a request that created a shipment, returns the shipment's id and the parts of the request that the adapter
 * compares with the label. Returns an empty list for any other request.
 */
function buyRequestOf({ method, url, sent, status, body }: Exchange): [string, BuyRequest][] {
  if (method !== 'POST' || !url.endsWith('/v2/shipments') || status >= 300) return [];
  const { shipment } = parsed(sent) as { shipment?: { reference?: string; to_address?: Json } };
  const { street1, zip, country } = shipment?.to_address ?? {};
  if (!street1 || !zip) return [];
  const { id, reference } = parsed(body) as { id: string; reference?: string };
  const to = { street1, zip, country: country ?? '' };
  return [[id, { accountId: 1, reference: reference ?? '', to } as BuyRequest]];
}

const carrierOf = ({ selected_rate }: EasypostShipment): EasypostDeclaration | undefined =>
  easypostDeclarations.find(({ easypostNames }) => easypostNames.includes(selected_rate?.carrier ?? ''));

function parsed(text: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' ? (value as Json) : {};
  } catch {
    return {};
  }
}

function shipmentsIn(value: unknown): Recorded[] {
  if (value === null || typeof value !== 'object') return [];
  const { object, rates } = value as Json;
  const own = object === 'Shipment' && Array.isArray(rates) ? [value as Recorded] : [];
  return [...own, ...Object.values(value).flatMap(shipmentsIn)];
}
