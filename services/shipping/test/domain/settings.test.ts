import { checkAddress } from '@parcelyard/shipping/domain/address/check-address';
import { checkPrintSetting, checkShipFrom, DEFAULT_SETTINGS } from '@parcelyard/shipping/domain/settings';

const shipFrom = DEFAULT_SETTINGS.shipFrom;

test('a new account has a valid ship-from address in Austin, TX 78701', () => {
  expect(checkShipFrom(shipFrom)).toMatchObject({ city: 'Austin', state: 'TX', zip: '78701' });
  expect(checkAddress(shipFrom)).toMatchObject({ status: 'plausible' });
});

test.each([
  ['neither name nor company', { name: ' ' }, 'field_required', 'ship_from.name'],
  ['no street', { street1: '' }, 'field_required', 'ship_from.street1'],
  ['no city', { city: '' }, 'field_required', 'ship_from.city'],
  ['no state', { state: '' }, 'field_required', 'ship_from.state'],
  ['no ZIP code', { zip: '' }, 'field_required', 'ship_from.zip'],
  ['an invalid ZIP code', { zip: '7870' }, 'zip_code_not_us', 'ship_from.zip'],
  ['a foreign country', { country: 'CA' }, 'country_not_us', 'ship_from.country'],
])('a ship-from address with %s is refused', (_, change, reason, field) => {
  expect(() => checkShipFrom({ ...shipFrom, ...change })).toThrow(
    expect.objectContaining({ code: 'invalid_argument', reason, field }),
  );
});

test('a company is enough without a name', () => {
  expect(() => checkShipFrom({ ...shipFrom, name: '', company: 'Acme' })).not.toThrow();
});

test('the print setting is pdf or qr', () => {
  expect([checkPrintSetting('pdf'), checkPrintSetting('qr')]).toEqual(['pdf', 'qr']);
  expect(() => checkPrintSetting('zpl')).toThrow('print_setting_unknown');
});
