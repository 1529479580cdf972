import type { Customer } from '@parcelyard/contracts/customers';

/** The fields of a person: first name, last name, company, street, city, state, ZIP. */
type Person = readonly [string, string, string, string, string, string, string];

const PEOPLE: readonly Person[] = [
  ['Ada', 'Lovelace', '', '350 5th Ave', 'New York', 'NY', '10118'],
  ['Grace', 'Hopper', 'Cobol Kitchen', '1600 Amphitheatre Pkwy', 'Mountain View', 'CA', '94043'],
  ['Katherine', 'Johnson', '', '1 NASA Dr', 'Hampton', 'VA', '23666'],
  ['Mary', 'Jackson', '', '600 Independence Ave SW', 'Washington', 'DC', '20560'],
  ['Rosalind', 'Franklin', 'Helix Studio', '233 S Wacker Dr', 'Chicago', 'IL', '60606'],
  ['Barbara', 'Liskov', '', '77 Massachusetts Ave', 'Cambridge', 'MA', '02139'],
  ['Annie', 'Easley', '', '21000 Brookpark Rd', 'Cleveland', 'OH', '44135'],
  ['Radia', 'Perlman', 'Spanning Tree Nursery', '400 Broad St', 'Seattle', 'WA', '98109'],
  ['Evelyn', 'Boyd', '', '1100 Congress Ave', 'Austin', 'TX', '78701'],
  ['Frances', 'Allen', '', '700 Clark Ave', 'Saint Louis', 'MO', '63102'],
  ['Sophie', 'Wilson', '', '1701 Bryant St', 'Denver', 'CO', '80204'],
  ['Jean', 'Bartik', '', '200 S Biscayne Blvd', 'Miami', 'FL', '33131'],
];

/** Customers who bought once, months ago, and then never again. */
const LAPSED: readonly Person[] = [
  ['Hedy', 'Lamarr', '', '1111 S Figueroa St', 'Los Angeles', 'CA', '90015'],
  ['Maryam', 'Mirzakhani', '', '450 Jane Stanford Way', 'Stanford', 'CA', '94305'],
  ['Dorothy', 'Vaughan', '', '100 NASA Rd', 'Hampton', 'VA', '23681'],
  ['Joan', 'Clarke', 'Hut Eight Books', '1000 Walnut St', 'Philadelphia', 'PA', '19107'],
];

export const demoCustomers = (accountId: number): Customer[] => customersOf(PEOPLE, accountId);

/** Returns the lapsed customers, who have been in the address book since the shop's first months. */
export const lapsedCustomers = (accountId: number): Customer[] => customersOf(LAPSED, accountId);

const customersOf = (people: readonly Person[], accountId: number): Customer[] =>
  people.map(([firstName, lastName, company, address1, city, state, zip], position) => ({
    accountId,
    customerId: 0,
    firstName,
    lastName,
    company,
    email: `${firstName}.${lastName}@example.com`.toLowerCase(),
    phone: `212555${String(1_000 + position * 37)}`,
    address1,
    address2: '',
    address3: '',
    city,
    state,
    zip,
    country: 'US',
    subscribed: true,
    createdAt: undefined,
  }));
