import { anAddress } from '../../address/an-address';
import { double, easypost, toronto, useEasypost } from './use-easypost';

useEasypost();

describe('an address that EasyPost checks', () => {
  const verification = (success: boolean, errors: unknown[] = []) => ({
    verifications: { zip4: { success, errors, details: null }, delivery: { success, errors, details: null } },
  });
  const given = anAddress({
    street1: '417 Montgomery Street',
    street2: 'Floor 5',
    zip: '94104',
    city: 'San Francisco',
  });
  const found = {
    street1: '417 MONTGOMERY ST FL 5',
    street2: '',
    city: 'SAN FRANCISCO',
    state: 'CA',
    zip: '94104-1129',
    country: 'US',
    residential: false,
  };

  it('that is correct is verified, in any spelling', async () => {
    double.settings.address = { ...found, ...verification(true) };
    expect(await easypost.verify(given)).toMatchObject({
      status: 'verified',
      changedFields: [],
      addressType: 'commercial',
      messages: [],
      matched: { name: 'Dana Whitfield', street1: '417 MONTGOMERY ST FL 5', zip: '94104-1129' },
    });
    expect(double.calls[0]?.body).toMatchObject({ verify: true, address: { street2: 'Floor 5' } });
  });

  it('with another ZIP is corrected', async () => {
    double.settings.address = { ...found, ...verification(true) };
    expect(await easypost.verify({ ...given, zip: '94105' })).toMatchObject({
      status: 'corrected',
      changedFields: ['zip'],
    });
  });

  it('with a message from EasyPost is a warning with that message', async () => {
    const remark = {
      code: 'E.SECONDARY_INFORMATION.INVALID',
      field: 'street2',
      suggestion: null,
      message: 'Invalid secondary information(Apt/Suite#)',
    };
    double.settings.address = { ...found, residential: null, ...verification(true, [remark]) };
    expect(await easypost.verify(given)).toMatchObject({
      status: 'warning',
      addressType: 'unknown',
      messages: [
        { code: 'secondary_information_invalid', field: 'street2', message: remark.message, suggestion: '' },
      ],
    });
  });

  it('that was not found is an error without a match', async () => {
    const remark = {
      code: 'E.ADDRESS.NOT_FOUND',
      field: 'address',
      message: 'Address not found',
      suggestion: null,
    };
    double.settings.address = { ...found, ...verification(false, [remark]) };
    expect(await easypost.verify(given)).toMatchObject({
      status: 'error',
      matched: undefined,
      changedFields: [],
      messages: [{ code: 'address_not_found', field: 'street1', message: 'Address not found' }],
    });
  });

  it('is at best plausible when EasyPost does not answer, and is not checked abroad', async () => {
    double.mishap(/addresses/, 'bad gateway');
    expect(await easypost.verify(anAddress({ zip: '94043' }))).toMatchObject({
      status: 'plausible',
      messages: [
        { code: 'street_not_checked', message: expect.stringMatching(/^The carriers gave no answer/) },
      ],
    });
    expect(await easypost.verify(toronto)).toMatchObject({ status: 'warning' });
    expect(double.calls).toHaveLength(1);
  });
});
