/**
 * The views (small pages inside a chat) look for these words in previews. The words tell what a call with `confirm`
 * would do.
 */
export const CONFIRM_REFUSED = 'a confirm would be refused';
export const HAS_LABEL = 'This order already has a label';
export const BATCH_RUNS = 'is still running';
