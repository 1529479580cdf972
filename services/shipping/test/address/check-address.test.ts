import { checkAddress } from '../../src/domain/address/check-address';
import { anAddress } from './an-address';

const codes = (check: ReturnType<typeof checkAddress>) => check.messages.map(({ code }) => code);

describe('an address check', () => {
  it('finds a good address plausible, says that the street was not checked, and writes it in the standard form', () => {
    const original = anAddress({ street1: '1600 Amphitheatre Parkway', city: 'mountain view' });
    const check = checkAddress(original);
    expect(check).toMatchObject({ status: 'plausible', changedFields: [], original });
    expect(check.messages).toEqual([
      {
        code: 'street_not_checked',
        field: 'street1',
        message: 'Only ZIP, city and state were compared: street and house number were not checked.',
        suggestion: '',
      },
    ]);
    expect(check.matched).toMatchObject({
      street1: '1600 AMPHITHEATRE PKWY',
      city: 'MOUNTAIN VIEW',
      state: 'CA',
      zip: '94043',
      country: 'US',
    });
  });

  it('adds the city and state of the ZIP', () => {
    const check = checkAddress(anAddress({ city: '', state: '' }));
    expect(check).toMatchObject({ status: 'plausible', matched: { city: 'MOUNTAIN VIEW', state: 'CA' } });
    expect([...check.changedFields].sort()).toEqual(['city', 'state']);
  });

  it('adds the ZIP of a town that has only one', () => {
    const check = checkAddress(anAddress({ city: 'Marfa', state: 'TX', zip: '' }));
    expect(check).toMatchObject({
      status: 'corrected',
      matched: { zip: '79843' },
      changedFields: ['zip'],
      messages: [
        { code: 'zip_completed', field: 'zip', suggestion: '79843' },
        { code: 'street_not_checked' },
      ],
    });
  });

  it('warns about a missing ZIP when the town has several', () => {
    const check = checkAddress(anAddress({ city: 'Austin', state: 'TX', zip: '' }));
    expect(check).toMatchObject({ status: 'warning', messages: [{ code: 'zip_ambiguous', field: 'zip' }] });
    expect(check).toMatchObject({ matched: { zip: '' }, changedFields: [] });
    expect(check.messages[0]).toMatchObject({
      message: expect.stringMatching(
        /^The ZIP is missing, and AUSTIN, TX has \d+\. The street decides which\.$/,
      ),
      suggestion: '',
    });
  });

  it('names the ZIPs of a town with a few, and selects none', () => {
    const check = checkAddress(
      anAddress({ street1: '99999 Nowhere Ln', city: 'Beverly Hills', state: 'CA', zip: '' }),
    );
    expect(check).toMatchObject({ status: 'warning', matched: { zip: '' }, changedFields: [] });
    expect(check.messages[0]?.message).toMatch(/has [2-5]: \d{5}(, \d{5})+\. The street decides which\.$/);
  });

  it('corrects a state that contradicts ZIP and city', () => {
    const check = checkAddress(anAddress({ state: 'NV' }));
    expect(check).toMatchObject({
      status: 'corrected',
      changedFields: ['state'],
      matched: { state: 'CA' },
      messages: [{ code: 'state_corrected' }, { code: 'street_not_checked' }],
    });
  });

  it('corrects the spelling of a city', () => {
    const check = checkAddress(anAddress({ city: 'Montain Veiw' }));
    expect(codes(check)).toEqual(['city_unknown']);
    const near = checkAddress(anAddress({ city: 'Mountan View' }));
    expect(near).toMatchObject({
      status: 'corrected',
      changedFields: ['city'],
      matched: { city: 'MOUNTAIN VIEW' },
    });
  });

  it('accepts state names, and Saint for St', () => {
    expect(checkAddress(anAddress({ state: 'California' })).matched?.state).toBe('CA');
    const saint = anAddress({ city: 'St. Louis', state: 'MO', zip: '63101', street1: '1 Market St' });
    expect(checkAddress(saint)).toMatchObject({
      status: 'plausible',
      messages: [{ code: 'street_not_checked' }],
    });
  });

  it('accepts a neighbouring town, and treats a distant town of the same name as a mistake', () => {
    expect(checkAddress(anAddress({ city: 'Palo Alto' })).status).toBe('plausible');
    const far = checkAddress(anAddress({ city: 'Los Angeles' }));
    expect(far).toMatchObject({ status: 'warning', messages: [{ code: 'zip_city_mismatch' }] });
  });

  it('warns when city and state are not those of the ZIP', () => {
    const check = checkAddress(anAddress({ city: 'Austin', state: 'TX', zip: '94043' }));
    expect(check).toMatchObject({
      status: 'warning',
      messages: [{ code: 'zip_state_mismatch', field: 'zip' }],
    });
  });

  it.each([
    ['no street', { street1: '' }, 'street_missing'],
    ['no ZIP and no city', { zip: '', city: '' }, 'zip_missing'],
    ['no ZIP and an unknown city', { zip: '', city: 'Xyzzy' }, 'city_unknown'],
    ['an invalid ZIP', { zip: '9404' }, 'zip_malformed'],
    ['a ZIP that does not exist', { zip: '00099' }, 'address_not_found'],
  ])('is an error with %s', (_, parts, code) => {
    const check = checkAddress(anAddress(parts));
    expect(check).toMatchObject({ status: 'error', matched: undefined, changedFields: [] });
    expect(codes(check)).toContain(code);
  });

  it.each([
    ['no house number', { street1: 'Amphitheatre Parkway' }, 'street_number_missing'],
    ['an unknown state', { state: 'ZZ' }, 'state_unknown'],
    ['an unlisted ZIP', { zip: '94000' }, 'zip_unknown'],
  ])('is a warning with %s', (_, parts, code) => {
    const check = checkAddress(anAddress(parts));
    expect(check.status).toBe('warning');
    expect(codes(check)).toContain(code);
  });

  it('says that addresses abroad are not checked', () => {
    const lyon = anAddress({ city: 'Lyon', state: '', zip: '69002', country: 'FR' });
    expect(checkAddress(lyon)).toMatchObject({
      status: 'warning',
      matched: lyon,
      messages: [{ code: 'not_checked' }],
    });
    expect(checkAddress({ ...lyon, city: '' }).status).toBe('error');
  });
});

describe('a special ZIP', () => {
  it.each([
    ['00001', 'error', ['address_not_found']],
    ['00002', 'corrected', ['zip_corrected']],
    ['00003', 'warning', ['suite_missing']],
    ['00004', 'verified', []],
    ['00005', 'verified', []],
    ['00006', 'verified', []],
  ])('%s gives %s, whatever the rest of the address', (zip, status, expected) => {
    const check = checkAddress(anAddress({ zip, city: 'Anywhere', state: 'TX', street1: 'Nowhere' }));
    expect(check.status).toBe(status);
    expect(codes(check)).toEqual(expected);
  });

  it('00002 shows the corrected parts', () => {
    const check = checkAddress(anAddress({ zip: '00002' }));
    expect(check).toMatchObject({ changedFields: ['zip'], matched: { zip: '00002-0200' } });
  });
});

describe('the residential check', () => {
  it.each([
    ['a person without a company', 'residential', {}],
    ['a company', 'commercial', { company: 'Acme' }],
    ['a suite', 'commercial', { street2: 'Suite 210' }],
    ['an apartment, even with a company', 'residential', { company: 'Acme', street2: 'Apt 2' }],
    ['a company as the name', 'commercial', { name: 'Acme LLC' }],
    ['a special value as company', 'residential', { company: 'SBX_DECLINE' }],
    ['nobody', 'unknown', { name: '' }],
  ])('%s is %s', (_, type, parts) => {
    expect(checkAddress(anAddress(parts)).addressType).toBe(type);
  });
});
