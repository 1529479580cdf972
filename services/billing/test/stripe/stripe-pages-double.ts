/** Cards that an owner can enter on this page. They can also be charged. */
const CARDS: Readonly<Record<string, { brand: string; last4: string; exp_month: number; exp_year: number }>> =
  {
    pm_pays: { brand: 'visa', last4: '4242', exp_month: 8, exp_year: 2031 },
    pm_declines: { brand: 'mastercard', last4: '0341', exp_month: 1, exp_year: 2030 },
    pm_authentication: { brand: 'visa', last4: '3155', exp_month: 11, exp_year: 2029 },
  };

interface Session {
  id: string;
  customer: string;
  successUrl: string;
  metadata: Record<string, string>;
  threeDSecure: string | undefined;
  paymentMethod?: string;
}

interface Customer {
  id: string;
  email: string | null;
  metadata: Record<string, string>;
  card: string | null;
}

interface Answer {
  status: number;
  body: object;
}

/**
 * Behaves like Stripe's customers, Checkout in setup mode and customer portal. The answers have the form of Stripe's
 * OpenAPI document (in stripe-mock). After the owner has entered a card, the browser goes to `success_url`, in which
 * the session's id replaces `{CHECKOUT_SESSION_ID}`. See "Set up future payments" on docs.stripe.com.
 */
export function createStripePages(origin: () => string) {
  const sessions = new Map<string, Session>();
  const customers = new Map<string, Customer>();
  const byKey = new Map<string, Customer>();

  /** The time at which each card was entered, in Unix seconds. The key is the customer and the card. */
  const entered = new Map<string, number>();

  const method = (id: string, customer: string) => ({
    id,
    object: 'payment_method',
    type: 'card',
    customer,
    livemode: false,
    created: entered.get(`${customer} ${id}`) ?? 1_772_000_000,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    card: {
      checks: null,
      country: 'US',
      display_brand: CARDS[id]?.brand ?? null,
      ...CARDS[id],
      funding: 'credit',
      generated_from: null,
      networks: null,
      three_d_secure_usage: null,
      wallet: null,
    },
  });
  const customerBody = ({ id, email, metadata, card }: Customer, expand: boolean) => ({
    id,
    object: 'customer',
    created: 1_772_000_000,
    default_source: null,
    description: null,
    email,
    livemode: false,
    metadata,
    shipping: null,
    invoice_settings: {
      custom_fields: null,
      footer: null,
      rendering_options: null,
      default_payment_method: card && expand ? method(card, id) : card,
    },
  });
  const sessionBody = ({ id, customer, metadata, paymentMethod }: Session) => ({
    id,
    object: 'checkout.session',
    mode: 'setup',
    customer,
    metadata,
    livemode: false,
    status: paymentMethod ? 'complete' : 'open',
    payment_status: 'no_payment_required',
    created: 1_772_000_000,
    expires_at: 1_772_086_400,
    url: `${origin()}/pay/${id}`,
    currency: 'usd',
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    custom_fields: [],
    payment_method_types: ['card'],
    shipping_options: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    setup_intent: {
      id: `seti_${id}`,
      object: 'setup_intent',
      created: 1_772_000_000,
      livemode: false,
      usage: 'off_session',
      payment_method_types: ['card'],
      status: paymentMethod ? 'succeeded' : 'requires_payment_method',
      payment_method: paymentMethod ? method(paymentMethod, customer) : null,
    },
  });
  const missing = (record: string, id: string): Answer => ({
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
  const metadataOf = (form: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(form).flatMap(([name, value]) => {
        const member = /^metadata\[(.*)\]$/.exec(name)?.[1];
        return member ? [[member, value] as const] : [];
      }),
    );

  return {
    sessions,
    customers,
    answer: (
      method: string,
      path: string,
      form: Record<string, string>,
      key: string | undefined,
    ): Answer | undefined => {
      const [, , collection = '', id = '', part = ''] = path.split('/');
      if (method === 'POST' && path === '/v1/customers') {
        const made = byKey.get(key ?? '') ?? {
          id: `cus_${byKey.size + 1}`,
          email: form.email ?? null,
          card: null,
          metadata: metadataOf(form),
        };
        if (key) byKey.set(key, made);
        customers.set(made.id, made);
        return { status: 200, body: customerBody(made, false) };
      }
      if (collection === 'customers') {
        const found = customers.get(id);
        if (!found) return missing('customer', id);
        const wanted = form['invoice_settings[default_payment_method]'];
        if (wanted && !CARDS[wanted]) return missing('payment_method', wanted);
        found.card = wanted ?? found.card;
        return { status: 200, body: customerBody(found, method === 'GET') };
      }
      if (method === 'POST' && path === '/v1/checkout/sessions') {
        if (!customers.has(form.customer ?? '')) return missing('customer', form.customer ?? '');
        const session: Session = {
          id: `cs_test_${sessions.size + 1}`,
          customer: form.customer ?? '',
          successUrl: form.success_url ?? '',
          metadata: metadataOf(form),
          threeDSecure: form['payment_method_options[card][request_three_d_secure]'],
        };
        sessions.set(session.id, session);
        return { status: 200, body: sessionBody(session) };
      }
      if (collection === 'checkout' && id === 'sessions') {
        const session = sessions.get(part);
        return session ? { status: 200, body: sessionBody(session) } : missing('checkout.session', part);
      }
      if (method === 'POST' && path === '/v1/billing_portal/sessions') {
        if (!customers.has(form.customer ?? '')) return missing('customer', form.customer ?? '');
        const body = {
          id: 'bps_1',
          object: 'billing_portal.session',
          configuration: 'bpc_1',
          created: 1_772_000_000,
          customer: form.customer,
          customer_account: null,
          flow: null,
          livemode: false,
          locale: null,
          on_behalf_of: null,
          return_url: form.return_url,
          url: `${origin()}/portal/${form.customer}`,
        };
        return { status: 200, body };
      }
      return undefined;
    },
    holderOf: (card: string): string | undefined =>
      [...customers.values()].findLast((customer) => customer.card === card)?.id,
    /** Returns a simple page in place of Stripe's: a button for each card. */
    html: (id: string): string =>
      `<!doctype html><title>Checkout</title><form method="post" action="/pay/${id}">${Object.entries(CARDS)
        .map(([pm, { brand, last4 }]) => `<button name="card" value="${pm}">Save ${brand} ${last4}</button>`)
        .join('')}</form>`,
    /** Enters the card as the owner. @returns the address to which the browser then goes */
    enter: (id: string, card: string): string | undefined => {
      const session = sessions.get(id);
      if (!session || !CARDS[card]) return undefined;
      session.paymentMethod = card;
      entered.set(`${session.customer} ${card}`, 1_772_000_001 + entered.size);
      return session.successUrl.replace('{CHECKOUT_SESSION_ID}', id);
    },
  };
}
