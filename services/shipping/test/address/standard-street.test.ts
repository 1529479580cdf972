import { isPoBox, standardStreet } from '../../src/domain/address/standard-street';

describe('street lines in standard form', () => {
  it.each([
    ['500 East 7th Street', '500 E 7TH ST'],
    ['12 Main Street North', '12 MAIN ST N'],
    ['1600 Amphitheatre Parkway', '1600 AMPHITHEATRE PKWY'],
    ['77 Park Avenue, Apartment 4B', '77 PARK AVE APT 4B'],
    ['9 Hill Road', '9 HILL RD'],
    ['18 North Street', '18 NORTH ST'],
    ['100 Avenue B', '100 AVENUE B'],
    ['5 Lake View Drive', '5 LAKE VIEW DR'],
    ['P.O. Box 12', 'PO BOX 12'],
    ['PO Box 12', 'PO BOX 12'],
    ['33 Elm St. #5', '33 ELM ST # 5'],
    ['450  serra   mall', '450 SERRA MALL'],
    ['Suite 210', 'STE 210'],
    ['', ''],
  ])('writes %j as %j', (line, standard) => {
    expect(standardStreet(line)).toBe(standard);
  });

  it('does not change a line in the standard form', () => {
    for (const line of ['500 E 7TH ST', '77 PARK AVE APT 4B', 'PO BOX 12', '12 MAIN ST N']) {
      expect(standardStreet(line)).toBe(line);
    }
  });

  it('distinguishes a PO box from a street', () => {
    expect(isPoBox('p.o. box 9')).toBe(true);
    expect(isPoBox('9 Box Canyon Rd')).toBe(false);
  });
});
