import { checkAddress } from '@parcelyard/shipping/domain/address/check-address';
import { checkPrintSetting, checkShipFrom, DEFAULT_SETTINGS } from '@parcelyard/shipping/domain/settings';

const shipFrom = DEFAULT_SETTINGS.shipFrom;

test('a new account ships from a valid address in Austin, TX 78701', () => {
  expect(checkShipFrom(shipFrom)).toMatchObject({ city: 'Austin', state: 'TX', zip: '78701' });
  expect(checkAddress(shipFrom)).toMatchObject({ status: 'verified', messages: [] });
});

test.each([
  ['nobody to name', { name: ' ' }, 'ship_from.name is required.'],
  ['no street', { street1: '' }, 'ship_from.street1 is required.'],
  ['no city', { city: '' }, 'ship_from.city is required.'],
  ['no state', { state: '' }, 'ship_from.state is required.'],
  ['no ZIP code', { zip: '' }, 'ship_from.zip is required.'],
  ['a ZIP code that is none', { zip: '7870' }, 'ship_from.zip must be a five-digit ZIP code; got "7870".'],
  ['a foreign country', { country: 'CA' }, 'ship_from.country must be US; got "CA".'],
])('a ship-from address with %s is refused', (_, change, publicMessage) => {
  expect(() => checkShipFrom({ ...shipFrom, ...change })).toThrow(
    expect.objectContaining({ code: 'invalid_argument', publicMessage }),
  );
});

test('a company may stand in for a name', () => {
  expect(() => checkShipFrom({ ...shipFrom, name: '', company: 'Acme' })).not.toThrow();
});

test('labels print as pdf or qr and nothing else', () => {
  expect([checkPrintSetting('pdf'), checkPrintSetting('qr')]).toEqual(['pdf', 'qr']);
  expect(() => checkPrintSetting('zpl')).toThrow('print_setting must be pdf or qr; got "zpl".');
});
