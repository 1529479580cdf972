/**
 * The reader's next steps, as parts of sentences. Each surface has its own texts, which name the tools, routes or pages
 * of this surface.
 */
export interface Directions {
  readonly rateAgain: string;
  readonly readAgreementAgain: string;
  /** The name of the step that gets rates. */
  readonly rating: string;
  readonly rateAndParcel: string;
  /** A sentence that is added directly after another sentence, so it begins with a space; may be empty. */
  readonly checkStatus: string;
  /** The beginning of a sentence that continues with "before you try again". */
  readonly lookAtOrder: string;
  readonly voidLabelFirst: string;
  readonly cancelAgain: string;
  /** The actions that void the label or cancel the order. */
  readonly voidOrCancel: string;
  readonly tryPickupAgain: string;
  readonly checkPickupBooking: string;
  /** What to do while more orders are being added to a pickup. */
  readonly checkPickup: string;
  readonly tryBatchAgain: string;
  /** A sentence that is added directly after another sentence, so it begins with a space; may be empty. */
  readonly seeStores: string;
  readonly giveWeight: string;
  /** What the surface calls the field with the number of a batch. */
  readonly batch: string;
}

/**
 * Directions that name no tool, route or page. Pages use them, because the reader sees what to click. Operators get
 * them, too.
 */
export const PLAIN_DIRECTIONS: Directions = {
  rateAgain: 'Rate the order again.',
  readAgreementAgain: 'Read and accept the agreement again.',
  rating: 'the rating',
  rateAndParcel: 'the rate and its parcel',
  checkStatus: '',
  lookAtOrder: 'Look at the order',
  voidLabelFirst: 'Void the label first.',
  cancelAgain: 'Try again.',
  voidOrCancel: 'void the label or cancel the order',
  tryPickupAgain: 'Try again in a moment.',
  checkPickupBooking: 'Check the pickup again in a moment.',
  checkPickup: 'Check the pickup again in a moment.',
  tryBatchAgain: 'Try again in a moment.',
  seeStores: '',
  giveWeight: '',
  batch: 'batch',
};
