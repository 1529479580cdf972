import { note } from '../note';

interface Row {
  readonly orderId: number;
  readonly name: string;
  readonly city: string;
  readonly state: string;
  readonly zip?: string;
}

/** How many warnings an answer has at most. More warnings would hide the rest of the answer. */
const MOST_WARNINGS = 5;

export const sameDestinationNote = note(
  'an answer with several orders that are ready to ship to the same name and town',
  { orderIds: [1003, 1007] },
  ({ orderIds }) =>
    `Orders ${orderIds.slice(0, -1).join(', ')} and ${orderIds.at(-1)} are ready to ship to the same name and town. get_order shows whether the address is the same. If so, one parcel may be enough.`,
);

/** Returns warnings about orders that are ready to ship and seem to go to the same person. */
export function sameDestinations(rows: readonly Row[]): string[] {
  const groups = new Map<string, number[]>();
  for (const { orderId, name, city, state, zip = '' } of rows) {
    if (name.trim() === '') continue;
    const place = [name, city, state, zip]
      .map((part) => part.trim())
      .join('\n')
      .toLowerCase();
    const group = groups.get(place);
    if (group) group.push(orderId);
    else groups.set(place, [orderId]);
  }
  return [...groups.values()]
    .filter((orderIds) => orderIds.length > 1)
    .slice(0, MOST_WARNINGS)
    .map((orderIds) => sameDestinationNote({ orderIds }));
}
