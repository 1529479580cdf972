import fc from 'fast-check';
import {
  isPlaceholderEmail,
  isPlaceholderName,
  isPlaceholderPhone,
  needsCustomer,
  resolveShipTo,
} from '../../src/domain/ship-to';
import { anAddress, blankAddress } from '../support/builders';

describe('placeholders', () => {
  const words = ['', '-', 'N/A', 'None', 'Unknown', 'Guest', 'No Name'];

  it('placeholder names are recognized in any case and with surrounding spaces', () => {
    const cased = fc
      .tuple(fc.constantFrom(...words), fc.array(fc.boolean()), fc.constantFrom('', ' ', '\t'))
      .map(([word, uppers, blank]) => {
        const letters = [...word].map((c, i) => (uppers[i] ? c.toUpperCase() : c.toLowerCase()));
        return `${blank}${letters.join('')}${blank}`;
      });
    fc.assert(fc.property(cased, (name) => isPlaceholderName(name)));
  });

  it.each(['Guest House Ltd', 'Nona', 'Al', 'None Such', 'N'])('"%s" is a real name', (name) => {
    expect(isPlaceholderName(name)).toBe(false);
  });

  it.each(['', ' ', 'ada', 'none@shop.com', 'NoEmail@x.org', 'ada@example.invalid', ' ADA@EXAMPLE.INVALID '])(
    '"%s" is a placeholder e-mail',
    (email) => {
      expect(isPlaceholderEmail(email)).toBe(true);
    },
  );

  it.each(['ada@engine.org', 'nonesuch@x.com', 'ada@example.invalid.com', 'a.none@x.com'])(
    '"%s" is a real e-mail',
    (email) => {
      expect(isPlaceholderEmail(email)).toBe(false);
    },
  );

  it.each(['', '123456', '000-000-0000', '(555) 12', '1111111', 'call me'])(
    '"%s" is a placeholder phone',
    (phone) => {
      expect(isPlaceholderPhone(phone)).toBe(true);
    },
  );

  it.each(['512-555-0100', '+1 (512) 555 0100', '5550100'])('"%s" is a real phone', (phone) => {
    expect(isPlaceholderPhone(phone)).toBe(false);
  });
});

describe('the ship-to address of an order', () => {
  const customer = anAddress({
    name: 'Grace Hopper',
    firstName: 'Grace',
    lastName: 'Hopper',
    email: 'g@navy.mil',
    phone: '555-867-5309',
  });

  it('is the stored shipping address unchanged, with US as its default country', () => {
    const shippingAddress = anAddress({ name: 'Guest', street1: '9 Dock', country: '' });
    const order = { customerId: 5, recipient: anAddress(), shippingAddress };
    expect(resolveShipTo(order, customer)).toEqual({ ...shippingAddress, country: 'US' });
    expect(needsCustomer(order)).toBe(false);
  });

  it('takes missing and placeholder name, e-mail and phone from the customer, and keeps the street of the order', () => {
    const recipient = anAddress({ name: 'n/a', email: 'none@x.com', phone: '000' });
    expect(resolveShipTo({ customerId: 5, recipient }, customer)).toEqual({
      ...recipient,
      name: 'Grace Hopper',
      firstName: 'Grace',
      lastName: 'Hopper',
      email: 'g@navy.mil',
      phone: '555-867-5309',
      country: 'US',
    });
  });

  it('never replaces what the order has', () => {
    const recipient = anAddress({
      name: 'Ada',
      email: 'ada@engine.org',
      phone: '512-555-0100',
      country: 'CA',
    });
    const order = { customerId: 5, recipient };
    expect(needsCustomer(order)).toBe(false);
    expect(resolveShipTo(order, customer)).toEqual(recipient);
  });

  it('has the name Current Resident when no name is known', () => {
    for (const known of [undefined, blankAddress({ name: 'Unknown' })]) {
      const shipTo = resolveShipTo({ customerId: 5, recipient: blankAddress({ name: '-' }) }, known);
      expect(shipTo).toMatchObject({ name: 'Current Resident', firstName: 'Current', lastName: 'Resident' });
    }
  });

  it('takes no placeholders from the customer', () => {
    const recipient = anAddress({ email: 'none@a.com', phone: '1' });
    const shipTo = resolveShipTo(
      { customerId: 5, recipient },
      blankAddress({ email: 'noemail@b.com', phone: '2' }),
    );
    expect(shipTo).toMatchObject({ email: 'none@a.com', phone: '1' });
  });

  it('needs the customer record exactly when a part is open and the order has a customer', () => {
    const part = fc.constantFrom('', 'Guest', 'Ada', 'ada@engine.org', '512-555-0100');
    fc.assert(
      fc.property(part, part, part, fc.constantFrom(0, 5), (name, email, phone, customerId) => {
        const recipient = anAddress({ name, email, phone });
        const open = isPlaceholderName(name) || isPlaceholderEmail(email) || isPlaceholderPhone(phone);
        expect(needsCustomer({ customerId, recipient })).toBe(open && customerId !== 0);
      }),
    );
  });
});
