import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createStripePages } from './stripe-pages-double';

/** What happens to a charge of each payment method. */
const METHODS: Record<string, 'pays' | 'declines' | 'wants_authentication' | 'takes_days'> = {
  pm_pays: 'pays',
  pm_declines: 'declines',
  pm_authentication: 'wants_authentication',
  pm_takes_days: 'takes_days',
};

/** How the server answers the next charges. */
export type Weather = 'fine' | 'answer_lost' | 'answer_late' | 'unreachable' | 'server_error' | 'busy';

interface Intent {
  id: string;
  object: 'payment_intent';
  livemode: false;
  amount: number;
  currency: string;
  customer: string | null;
  payment_method: string;
  status: string;
  created: number;
  metadata: Record<string, string>;
  last_payment_error: { message: string; type: string; code: string } | null;
}

export interface Reversal {
  id: string;
  payment_intent: string;
  amount: number;
  status: string;
  currency?: string;
  created?: number;
}

interface Answer {
  status: number;
  body: object;
}

export interface StripeDouble {
  readonly url: string;
  weather: Weather;
  /** If set, the server sends exactly this answer to a request for a payment intent. */
  reply: { status: number; body: string } | undefined;
  /**
   * If false, the search does not find payment intents that were created just before. Stripe's search has the same
   * delay.
   */
  searchable: boolean;
  /** All intents that were charged or declined. */
  readonly intents: Intent[];
  readonly pages: ReturnType<typeof createStripePages>;
  /** Newest first. */
  readonly refunds: Reversal[];
  /** Newest first. */
  readonly disputes: Reversal[];
  /** `METHOD path` of every request, in order. */
  readonly requests: string[];
  readonly forms: { key: string | undefined; form: Record<string, string> }[];
  stop(): Promise<void>;
}

export const API_KEY = 'sk_test_double';

/**
 * Starts an HTTP server that behaves like the part of Stripe's API that billing uses. The answers have the form of
 * Stripe's OpenAPI document (in stripe-mock), which the proof "Stripe (our double)" checks.
 */
export async function startStripeDouble(): Promise<StripeDouble> {
  const intents: Intent[] = [];
  const refunds: Reversal[] = [];
  const disputes: Reversal[] = [];
  const known = new Set<string>();
  const saved = new Map<string, Answer & { form: string }>();
  const requests: string[] = [];
  const forms: StripeDouble['forms'] = [];

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://stripe');
    requests.push(`${request.method} ${url.pathname}`);
    if (url.pathname.startsWith('/pay/')) return showPage(request, response, url.pathname.slice(5));
    if (request.headers.authorization !== `Bearer ${API_KEY}`) {
      return send(response, refusal(401, 'invalid_request_error', 'Invalid API Key provided: sk_test_****'));
    }
    if (request.method === 'POST' && url.pathname === '/v1/payment_intents') {
      return create(request, response);
    }
    const form = request.method === 'POST' ? formOf(await bodyOf(request)) : {};
    const key = request.headers['idempotency-key']?.toString();
    send(response, pages.answer(request.method ?? '', url.pathname, form, key) ?? read(url));
  });

  const pages = createStripePages(() => double.url);
  const showPage = async (request: IncomingMessage, response: ServerResponse, session: string) => {
    const { card = '' } = formOf(await bodyOf(request));
    const location = request.method === 'POST' ? pages.enter(session, card) : undefined;
    if (location) response.writeHead(303, { location }).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end(pages.html(session));
  };

  const read = (url: URL): Answer => {
    const [, , collection, id] = url.pathname.split('/');
    if (collection === 'payment_methods') {
      if (!METHODS[id ?? '']) return missing('payment_method', id);
      const billing_details = { address: null, email: null, name: null, phone: null, tax_id: null };
      const card = {
        id,
        object: 'payment_method',
        type: 'card',
        customer: pages.holderOf(id ?? '') ?? 'cus_7',
        billing_details,
      };
      return { status: 200, body: { ...card, created: 1_772_000_000, livemode: false } };
    }
    if (collection === 'refunds')
      return page(
        url,
        refunds.map((refund) => ({ ...REFUND, ...expanded(refund) })),
      );
    if (collection === 'disputes')
      return page(
        url,
        disputes.map((dispute) => ({ ...DISPUTE, ...expanded(dispute) })),
      );
    if (id === 'search') {
      if (double.searchable) for (const intent of intents) known.add(intent.id);
      const wanted = /^metadata\['reference'\]:'(.*)'$/.exec(url.searchParams.get('query') ?? '')?.[1];
      // Like Stripe's search, this search treats upper and lower case as equal and returns an old status.
      const data = intents
        .filter((intent) => known.has(intent.id))
        .filter(({ metadata }) => metadata.reference?.toLowerCase() === wanted?.toLowerCase())
        .map((intent) => ({ ...intent, status: 'requires_confirmation' }));
      return { status: 200, body: { object: 'search_result', url: url.pathname, has_more: false, data } };
    }
    if (id === undefined) return page(url, intents.toReversed());
    const intent = intents.find((one) => one.id === id);
    return intent ? { status: 200, body: intent } : missing('payment_intent', id);
  };

  const page = ({ searchParams, pathname }: URL, all: { id: string; created: number }[]): Answer => {
    const since = Number(searchParams.get('created[gte]') ?? 0);
    const newest = all.filter(({ created }) => created >= since);
    const from = newest.findIndex(({ id }) => id === searchParams.get('starting_after')) + 1;
    const data = newest.slice(from, from + PAGE);
    return {
      status: 200,
      body: { object: 'list', url: pathname, has_more: from + PAGE < newest.length, data },
    };
  };

  /** Stripe returns this form when a request has `expand[]=data.payment_intent`. */
  const expanded = ({ payment_intent, currency = 'usd', created = 1_772_500_000, ...rest }: Reversal) => ({
    ...rest,
    currency,
    created,
    payment_intent: intents.find(({ id }) => id === payment_intent) ?? payment_intent,
  });

  const create = async (request: IncomingMessage, response: ServerResponse) => {
    const form = await bodyOf(request);
    const key = request.headers['idempotency-key']?.toString();
    const { weather, reply } = double;
    if (reply) return response.writeHead(reply.status).end(reply.body);
    if (weather === 'unreachable') return response.destroy();
    if (weather === 'busy') {
      return send(
        response,
        refusal(409, 'invalid_request_error', 'Another request uses this key right now.'),
      );
    }
    forms.push({ key, form: Object.fromEntries(new URLSearchParams(form)) });
    const first = saved.get(key ?? '');
    if (first && first.form !== form) {
      return send(response, refusal(400, 'idempotency_error', 'Keys are for the same parameters only.'));
    }
    const answer =
      first ??
      (weather === 'server_error'
        ? refusal(500, 'api_error', 'Something went wrong.')
        : charge(Object.fromEntries(new URLSearchParams(form))));
    if (key) saved.set(key, { ...answer, form });
    if (weather === 'answer_lost') return response.destroy();
    // No answer: the client's own timeout ends the request.
    if (weather === 'answer_late') return;
    send(response, answer);
  };

  const charge = (form: Record<string, string>): Answer => {
    const behaviour = METHODS[form.payment_method ?? ''];
    if (!behaviour) return missing('payment_method', form.payment_method);
    if (Number(form.amount) < 50) {
      const message = 'Amount must be at least $0.50 usd';
      const error = { type: 'invalid_request_error', code: 'amount_too_small', param: 'amount', message };
      return { status: 400, body: { error } };
    }
    const made = (status: string, error: Intent['last_payment_error'] = null): Intent => ({
      id: `pi_${intents.length + 1}`,
      object: 'payment_intent',
      livemode: false,
      amount: Number(form.amount),
      currency: form.currency ?? '',
      customer: form.customer ?? null,
      payment_method: form.payment_method ?? '',
      status,
      created: 1_772_000_000 + intents.length,
      metadata: Object.fromEntries(
        Object.entries(form).flatMap(([name, value]) => {
          const member = /^metadata\[(.*)\]$/.exec(name)?.[1];
          return member ? [[member, value]] : [];
        }),
      ),
      last_payment_error: error,
    });
    if (behaviour === 'pays' || behaviour === 'takes_days') {
      const intent = made(behaviour === 'pays' ? 'succeeded' : 'processing');
      intents.push(intent);
      return { status: 200, body: intent };
    }
    const error =
      behaviour === 'declines'
        ? {
            message: 'Your card has insufficient funds.',
            type: 'card_error',
            code: 'card_declined',
            decline_code: 'insufficient_funds',
          }
        : {
            message: 'This card needs its owner to authenticate the payment',
            type: 'card_error',
            code: 'authentication_required',
          };
    const intent = made('requires_payment_method', error);
    intents.push(intent);
    return { status: 402, body: { error: { ...error, payment_intent: intent } } };
  };

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const double: StripeDouble = {
    url: `http://127.0.0.1:${port}`,
    weather: 'fine',
    reply: undefined,
    searchable: true,
    intents,
    pages,
    refunds,
    disputes,
    requests,
    forms,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return double;
}

/** Fields that Stripe's OpenAPI document requires of a refund and of a dispute. */
const REFUND = { object: 'refund' };
const DISPUTE = {
  object: 'dispute',
  livemode: false,
  reason: 'general',
  charge: 'ch_1',
  is_charge_refundable: false,
  metadata: {},
  balance_transactions: [],
  enhanced_eligibility_types: [],
  evidence: { enhanced_evidence: {} },
  evidence_details: {
    due_by: null,
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    enhanced_eligibility: {},
  },
};

/** Smaller than Stripe's pages, so that a few payment intents already need several pages. */
const PAGE = 2;

const refusal = (status: number, type: string, message: string): Answer => ({
  status,
  body: { error: { type, message } },
});

const missing = (record: string, id = ''): Answer => ({
  status: 404,
  body: {
    error: {
      type: 'invalid_request_error',
      code: 'resource_missing',
      param: record,
      message: `No such ${record}: '${id}'`,
    },
  },
});

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const formOf = (body: string): Record<string, string> => Object.fromEntries(new URLSearchParams(body));

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
