import {
  CancelPickupRequest,
  ListPickupsRequest,
  ListPickupsResponse,
  Pickup,
} from '@parcelyard/contracts/pickups';

/** Two methods are enough to show what a channel does to a call. */
export const ParcelsDefinition = {
  name: 'Parcels',
  fullName: 'parcelyard.test.v1.Parcels',
  methods: {
    list: {
      name: 'List',
      requestType: ListPickupsRequest,
      requestStream: false,
      responseType: ListPickupsResponse,
      responseStream: false,
    },
    cancel: {
      name: 'Cancel',
      requestType: CancelPickupRequest,
      requestStream: false,
      responseType: Pickup,
      responseStream: false,
    },
  },
} as const;

/**
 * Has one value of each kind: nested messages, lists, times, present and absent optional fields, zero and empty values.
 */
export const aPickup = (pickupId = 5): Pickup => ({
  pickupId,
  carrier: 'usps',
  status: 'scheduled',
  date: '2026-03-02',
  window: { start: '08:00', end: '18:00' },
  location: 'Café, 2ᵉ étage 📦',
  instructions: '',
  confirmationNumber: 'C1',
  orderIds: [1, 2, 9_007_199_254_740_991],
  packageCount: 0,
  createdAt: new Date('2026-03-02T15:00:00.123Z'),
  canceledAt: undefined,
  orders: [],
  notes: [],
});

export const aRequest = (): CancelPickupRequest => ({ accountId: 7, pickupId: 5, confirm: true });
