/** The steps that have code in every language, in their order. */
export const WALK_STEPS = ['setUp', 'order', 'rates', 'purchase', 'tracking', 'print', 'void'] as const;

export type WalkStepName = (typeof WALK_STEPS)[number];

/** One language's way from nothing to a label: each step goes on with what the ones before it have left. */
export type Walk = Readonly<Record<WalkStepName, string>>;
