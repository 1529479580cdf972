import { loadConfig } from '@parcelyard/service-kit/config';
import { shippingVariables } from '@parcelyard/shipping/config';
import { SELLERS } from '@parcelyard/shipping/domain/seller';

const key = `k1:${Buffer.alloc(32, 7).toString('base64url')}`;
const complete = {
  MONGODB_URI: 'mongodb://127.0.0.1:27017',
  ORDERS_ADDRESS: '127.0.0.1:1',
  BILLING_ADDRESS: '127.0.0.1:2',
  SEAL_KEYS: key,
  LINK_KEYS: key,
  CARRIERS: 'sandbox',
};

test('with only addresses and keys, rates are valid for a day and the sandbox scans every hour', () => {
  expect(loadConfig(shippingVariables, complete)).toMatchObject({
    MONGODB_DB: 'parcelyard_shipping',
    RATE_TTL_S: 86_400,
    SANDBOX_SCAN_INTERVAL_S: 3_600,
    VOID_REFUND_DELAY_S: 60,
  });
});

test.each(['CARRIERS', 'MONGODB_URI', 'ORDERS_ADDRESS', 'BILLING_ADDRESS', 'SEAL_KEYS', 'LINK_KEYS'])(
  'shipping does not start without %s, and the error names it',
  (name) => {
    expect(() => loadConfig(shippingVariables, { ...complete, [name]: '' })).toThrow(name);
  },
);

test('an invalid key is named and never shown', () => {
  const load = () => loadConfig(shippingVariables, { ...complete, SEAL_KEYS: 'k1:c2VjcmV0' });
  expect(load).toThrow(/SEAL_KEYS/);
  expect(load).not.toThrow(/c2VjcmV0/);
});

test('a seller that is not in CARRIERS needs no variables', () => {
  const sandbox = loadConfig(shippingVariables, complete);
  expect(sandbox).toMatchObject({ CARRIERS: ['sandbox'], EASYPOST_API_URL: 'https://api.easypost.com/v2/' });
});

test('a seller offers all its carriers, or those in its variable', () => {
  const chosen = (EASYPOST_CARRIERS: string) =>
    loadConfig(shippingVariables, { ...complete, EASYPOST_CARRIERS }).EASYPOST_CARRIERS;
  expect(chosen('')).toEqual([]);
  expect(chosen('ups, fedex,ups')).toEqual(['ups', 'fedex']);
  expect(() => chosen('ups,dhl')).toThrow(
    'EASYPOST_CARRIERS: must name carriers that EasyPost sells: usps, ups, fedex',
  );
});

test.each([
  ['easypost', ['easypost']],
  [' easypost , easypost ', ['easypost']],
  ['shippo,easypost', ['shippo', 'easypost']],
])('"%s" configures each seller once', (CARRIERS, sellers) => {
  expect(loadConfig(shippingVariables, { ...complete, CARRIERS })).toMatchObject({ CARRIERS: sellers });
});

test.each(SELLERS)('%s can be the only seller', (CARRIERS) => {
  expect(loadConfig(shippingVariables, { ...complete, CARRIERS })).toMatchObject({ CARRIERS: [CARRIERS] });
});

const REAL = SELLERS.filter((seller) => seller !== 'sandbox');

test.each(['pigeon', 'easypost,pigeon', 'sandbox,easypost', 'easypost, sandbox', ',', 'EasyPost'])(
  'sellers "%s" are refused at start, and the error names the variable and its valid values',
  (CARRIERS) => {
    const load = () => loadConfig(shippingVariables, { ...complete, CARRIERS });
    expect(load).toThrow(
      `CARRIERS: must be sandbox alone, or one or more of ${REAL.join(', ')}, comma-separated`,
    );
  },
);
