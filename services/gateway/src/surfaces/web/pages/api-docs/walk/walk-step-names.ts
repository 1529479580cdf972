/** The steps that have code in every language, in their order. */
export const WALK_STEPS = ['setUp', 'order', 'rates', 'purchase', 'tracking', 'print', 'void'] as const;

export type WalkStepName = (typeof WALK_STEPS)[number];

/** The code from an empty folder to a label in one language. Each step uses results of earlier steps. */
export type Walk = Readonly<Record<WalkStepName, string>>;
