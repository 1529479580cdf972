import { BATCH_RUNS, CONFIRM_REFUSED } from '../../values/preview-words';
import { note, SHOW_AND_AGREE } from '../note';
import { sameDestinationNote } from '../orders/same-destination';

export const batchNotes = {
  sameDestination: sameDestinationNote,
  previewed: note<Previewed>(
    'a preview',
    { leftOut: 2, doubtful: [1003], weighed: 12 },
    (checks) => `Nothing was bought or charged. ${toCheck(checks)}${SHOW_AND_AGREE}`,
  ),
  asks: note<Previewed & { approval: string }>(
    'a preview whose confirm would wait for the owner',
    {
      leftOut: 0,
      doubtful: [],
      weighed: undefined,
      approval: 'This batch costs $412.00, above $200.00 where the owner wants to be asked.',
    },
    ({ approval, ...checks }) => `Nothing was bought or charged. ${toCheck(checks)}${approval}`,
  ),
  refused: note(
    'a preview whose confirm would be refused',
    { refusal: 'No order is ready to ship and has a weight, so there is nothing to buy.', fits: 0 },
    ({ refusal, fits }) =>
      [
        `Nothing was bought, and ${CONFIRM_REFUSED}: ${refusal}`,
        ...(fits > 0
          ? ['fits_max_total lists the cheapest orders that fit; they can be given as order_ids.']
          : []),
      ].join(' '),
  ),
  blocked: note(
    'a preview while a batch runs',
    { batchId: 301 },
    ({ batchId }) =>
      `Nothing was bought. Batch ${batchId} ${BATCH_RUNS}: wait until get_batch_status shows that it has ended, before you confirm this one.`,
  ),
  queued: note('a confirm', { leftOut: 2 }, ({ leftOut }) =>
    [
      'The batch is queued; its labels are usually bought within a minute.',
      ...(leftOut > 0 ? [`${orders(leftOut)} no label from this batch: see left_out.`] : []),
      'Follow it with get_batch_status.',
    ].join(' '),
  ),
  running: note(
    'a confirm for the same orders while their batch runs',
    {},
    () =>
      'The batch of these orders is already running, and this call queued and charged nothing. Follow it with get_batch_status.',
  ),
  repeated: note(
    'a confirm that repeats the confirm of a batch that has ended',
    { batchId: 301 },
    ({ batchId }) =>
      `Batch ${batchId} was confirmed for these orders before and has ended. This call queued and charged nothing. get_batch_status shows what batch ${batchId} bought and charged.`,
  ),
};

const orders = (count: number): string => (count === 1 ? '1 order gets' : `${count} orders get`);

interface Previewed {
  readonly leftOut: number;
  /** The ids of orders whose address is probably wrong. */
  readonly doubtful: readonly number[];
  /** How many orders use the weight that the call gives; undefined when the call gives no weight. */
  readonly weighed: number | undefined;
}

const toCheck = ({ leftOut, doubtful, weighed }: Previewed): string =>
  [
    ...(leftOut > 0 ? [`${orders(leftOut)} no label from this batch: see left_out. `] : []),
    ...(doubtful.length > 0 ? [`Look at address_check of ${listed(doubtful)}. `] : []),
    ...(weighed === undefined ? [] : [`${weightCounts(weighed)} `]),
  ].join('');

const weightCounts = (weighed: number): string =>
  weighed === 0
    ? 'weight_oz is used for none of these orders, because each has its own weight.'
    : `weight_oz is used for ${weighed} of these orders and was saved as their weight.`;

const MAX_LISTED = 10;

function listed(orderIds: readonly number[]): string {
  const more = orderIds.length - MAX_LISTED;
  const shown = orderIds.slice(0, MAX_LISTED).join(', ');
  return `${orderIds.length === 1 ? 'order' : 'orders'} ${shown}${more > 0 ? ` and ${more} more` : ''}`;
}
