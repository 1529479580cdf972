import { NEXT_STATES, type PickupState, visibleStatus, wasPickedUp } from '../../src/domain/pickup';

const STATES = Object.keys(NEXT_STATES) as PickupState[];

describe('the states of a pickup', () => {
  it('every state can be reached from the first one', () => {
    const reached = new Set<PickupState>(['booking']);
    for (const state of reached) for (const next of NEXT_STATES[state]) reached.add(next);
    expect([...reached].sort()).toEqual([...STATES].sort());
  });

  it('a final state never changes', () => {
    const final = STATES.filter((state) => NEXT_STATES[state].length === 0);
    expect(final.sort()).toEqual(['canceled', 'error', 'failed', 'picked_up']);
  });

  it('callers see a pickup after it is booked, and never one whose booking failed', () => {
    expect(Object.fromEntries(STATES.map((state) => [state, visibleStatus(state)]))).toEqual({
      booking: undefined,
      releasing: undefined,
      failed: undefined,
      scheduled: 'scheduled',
      adding: 'scheduled',
      canceling: 'scheduled',
      withdrawn: 'scheduled',
      picked_up: 'picked_up',
      canceled: 'canceled',
      error: 'error',
    });
  });

  it('a pickup is picked up when one parcel is in transit, and not while all of them wait', () => {
    expect(wasPickedUp(['WaitingForPickup', 'InTransit'])).toBe(true);
    expect(wasPickedUp(['WaitingForPickup', 'LabelPrinted', 'Deleted'])).toBe(false);
    expect(wasPickedUp([])).toBe(false);
  });
});
