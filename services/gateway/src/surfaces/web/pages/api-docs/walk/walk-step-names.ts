/** The steps from an empty folder to a label, which have code in every language. */
export const WALK_STEPS = ['setUp', 'order', 'rates', 'purchase', 'tracking', 'print', 'void'] as const;

export type WalkStepName = (typeof WALK_STEPS)[number];

/** The code of all steps in one language. Each step uses results of earlier steps. */
export type Walk = Readonly<Record<WalkStepName, string>>;
