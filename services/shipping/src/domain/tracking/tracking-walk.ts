/** The statuses that scans can give to an order. */
export type WalkStatus =
  | 'InTransit'
  | 'DeliveryFailure'
  | 'DeliveryFailureWait'
  | 'ReturnedToSender'
  | 'Delivered';

export interface WalkStep {
  readonly status: WalkStatus;
  /** Time since the previous step, in tenths of the interval between scans. */
  readonly after: number;
  readonly description: string;
  readonly where: 'origin' | 'destination';
  readonly exception?: string;
}

/** A scan that an operator made by hand. */
export interface ForcedScan {
  readonly status: WalkStatus;
  readonly at: Date;
}

export interface Scan {
  readonly step: WalkStep;
  readonly at: Date;
}

export interface Walk {
  readonly scans: readonly Scan[];
  /** When the next scan is due; undefined after the last scan. */
  readonly nextAt: Date | undefined;
}

export type WalkKind = 'delivery' | 'exception' | 'return';

interface Journey {
  readonly kind: WalkKind;
  readonly boughtAt: Date;
  readonly intervalMs: number;
  /** Oldest first. */
  readonly forced: readonly ForcedScan[];
  readonly now: Date;
}

/**
 * Returns the scans of a sandbox parcel up to now. After one interval the parcel is in transit, and after a second
 * interval it is delivered, unless a failure was requested. An operator can make a planned scan by hand. All planned
 * scans before it are then made at the same time, and the planned scans after it follow in their intervals. After an
 * unplanned scan by hand, such as a failure, only scans by hand follow.
 */
export function walk({ kind, boughtAt, intervalMs, forced, now }: Journey): Walk {
  const scans: Scan[] = [];
  let remaining: readonly WalkStep[] = PLANS[kind];
  let last = boughtAt;
  const take = (step: WalkStep, at: Date) => {
    scans.push({ step, at });
    last = at;
  };
  const dueAt = () => {
    const next = remaining[0];
    return next && new Date(last.getTime() + Math.round((next.after * intervalMs) / 10));
  };
  const walkUntil = (limit: Date) => {
    for (let due = dueAt(); due && due <= limit; due = dueAt()) {
      take(remaining[0] as WalkStep, due);
      remaining = remaining.slice(1);
    }
  };

  for (const force of forced.filter(({ at }) => at <= now)) {
    walkUntil(force.at);
    if (isOver(scans)) break;
    const planned = remaining.findIndex(({ status }) => status === force.status);
    if (planned >= 0) {
      for (const step of remaining.slice(0, planned + 1)) take(step, force.at);
      remaining = remaining.slice(planned + 1);
    } else {
      if (scans.length === 0 && force.status !== 'InTransit') take(ACCEPTED, force.at);
      take(UNPLANNED[force.status], force.at);
      remaining = [];
    }
  }
  walkUntil(now);
  return { scans, nextAt: isOver(scans) ? undefined : dueAt() };
}

export const firstScan = (boughtAt: Date, intervalMs: number): Date =>
  new Date(boughtAt.getTime() + Math.round((ACCEPTED.after * intervalMs) / 10));

/** Returns whether no scan can follow. */
export const isOver = (scans: readonly Scan[]): boolean => {
  const status = scans.at(-1)?.step.status;
  return status === 'Delivered' || status === 'ReturnedToSender';
};

const ACCEPTED: WalkStep = {
  status: 'InTransit',
  after: 10,
  description: 'Accepted at origin facility',
  where: 'origin',
};
const OUT_FOR_DELIVERY: WalkStep = {
  status: 'InTransit',
  after: 7,
  description: 'Out for delivery',
  where: 'destination',
};
const DELIVERED: WalkStep = { status: 'Delivered', after: 3, description: 'Delivered', where: 'destination' };
const NO_ACCESS: WalkStep = {
  status: 'DeliveryFailure',
  after: 3,
  description: 'Delivery attempted',
  where: 'destination',
  exception: 'Delivery attempted: no access to the delivery location (SBX-5001)',
};
const REFUSED: WalkStep = {
  ...NO_ACCESS,
  exception: 'Delivery attempted: refused by the recipient (SBX-5002)',
};
const RETURNED: WalkStep = {
  status: 'ReturnedToSender',
  after: 10,
  description: 'Returned to sender',
  where: 'origin',
  exception: 'Returned to sender: refused by the recipient (SBX-5002)',
};
const HELD_FOR_RETURN: WalkStep = {
  status: 'DeliveryFailureWait',
  after: 10,
  description: 'Held for return',
  where: 'destination',
  exception: 'Held for return to the sender (SBX-5003)',
};

const PLANS: Readonly<Record<WalkKind, readonly WalkStep[]>> = {
  delivery: [ACCEPTED, OUT_FOR_DELIVERY, DELIVERED],
  exception: [ACCEPTED, OUT_FOR_DELIVERY, NO_ACCESS],
  return: [ACCEPTED, OUT_FOR_DELIVERY, REFUSED, RETURNED],
};

const UNPLANNED: Readonly<Record<WalkStatus, WalkStep>> = {
  InTransit: ACCEPTED,
  DeliveryFailure: NO_ACCESS,
  DeliveryFailureWait: HELD_FOR_RETURN,
  ReturnedToSender: RETURNED,
  Delivered: DELIVERED,
};
