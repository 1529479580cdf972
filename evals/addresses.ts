/** Recipients whose addresses the sandbox verifies. */
export const RECIPIENTS = [
  { name: 'Ada Lovelace', street1: '350 5th Ave', city: 'New York', state: 'NY', zip: '10118' },
  { name: 'Grace Hopper', street1: '1701 Bryant St', city: 'Denver', state: 'CO', zip: '80204' },
  { name: 'Evelyn Boyd', street1: '1100 Congress Ave', city: 'Austin', state: 'TX', zip: '78701' },
  { name: 'Rosalind Franklin', street1: '233 S Wacker Dr', city: 'Chicago', state: 'IL', zip: '60606' },
  { name: 'Jean Bartik', street1: '200 S Biscayne Blvd', city: 'Miami', state: 'FL', zip: '33131' },
  { name: 'Radia Perlman', street1: '400 Broad St', city: 'Seattle', state: 'WA', zip: '98109' },
] as const;
