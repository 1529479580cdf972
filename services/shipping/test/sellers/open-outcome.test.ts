import { CarrierNoAnswer } from '../../src/sellers/carrier-errors';
import { easypostFailure } from '../../src/sellers/easypost/easypost-error';
import { SellerError } from '../../src/sellers/seller-error';
import { shipengineFailure } from '../../src/sellers/shipengine/shipengine-error';
import { shippoFailure } from '../../src/sellers/shippo/shippo-error';
import { anError } from './shipengine/start-shipengine-double';

type Failure = (status: number, message: string) => Error;

const easypost: Failure = (statusCode, message) =>
  easypostFailure({ statusCode, code: 'SHIPMENT.POSTAGE.FAILURE', message });
const shippo: Failure = (status, detail) => shippoFailure(status, { detail });
const shipengine: Failure = (status, message) =>
  shipengineFailure(status, anError('business_rules', 'unspecified', message));

const NO = 'The address is not serviceable.';

describe.each([
  ['EasyPost', easypost],
  ['Shippo', shippo],
  ['ShipEngine', shipengine],
])('an error of %s', (_name, failure) => {
  it.each([400, 401, 403, 404, 422, 429])(
    'with status %d is a refusal with the words of the seller',
    (status) => {
      expect(failure(status, NO)).toBeInstanceOf(SellerError);
      expect(failure(status, NO).message).toBe(NO);
    },
  );

  it.each([408, 423, 425, 500, 502, 503, 504])('with status %d leaves the outcome open', (status) => {
    expect(failure(status, NO)).toBeInstanceOf(CarrierNoAnswer);
  });

  it.each([
    'The carrier is taking too long to process the request. Please try again.',
    'Error contacting carrier: Carrier did not respond.',
    'USPS API didn’t respond.',
    'A shipping carrier error occurred: API Timed out',
    'Connection timeout',
    'The request has timed-out.',
    'FedEx is not responding.',
    'No response from the carrier.',
  ])('about a carrier without an answer leaves the outcome open: %s', (message) => {
    expect(failure(400, message)).toBeInstanceOf(CarrierNoAnswer);
  });

  it.each([
    'The pickup time is outside the carrier’s hours.',
    'The company name is too long.',
    'The recipient is responsible for duties.',
    'It takes too long to deliver there by the requested date.',
  ])('about something else is a refusal: %s', (message) => {
    expect(failure(400, message)).toBeInstanceOf(SellerError);
  });
});

describe('an error with status 409', () => {
  it.each([
    ['EasyPost', easypost],
    ['Shippo', shippo],
  ])('of %s leaves the outcome open: another request may be in progress', (_name, failure) => {
    expect(failure(409, NO)).toBeInstanceOf(CarrierNoAnswer);
  });

  it('of ShipEngine is a refusal: ShipEngine returns it only for a request that must be changed', () => {
    expect(shipengine(409, NO)).toBeInstanceOf(SellerError);
  });
});
