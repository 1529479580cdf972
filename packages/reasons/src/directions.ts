/** Where a sentence sends its reader next. Each surface says it in the names of its own tools, routes or pages. */
export interface Directions {
  readonly rateAgain: string;
  readonly readAgreementAgain: string;
  /** What has answered a rate. */
  readonly rating: string;
  readonly rateAndParcel: string;
  /** Behind a sentence, or nothing. */
  readonly checkStatus: string;
  /** Before "before you try again". */
  readonly lookAtOrder: string;
  readonly voidLabelFirst: string;
  readonly cancelAgain: string;
  /** What voids its label, or cancels the order. */
  readonly voidOrCancel: string;
  readonly tryPickupAgain: string;
  readonly checkPickupBooking: string;
  /** A pickup that more orders are being added to. */
  readonly checkPickup: string;
  readonly tryBatchAgain: string;
  /** Behind a sentence, or nothing. */
  readonly seeStores: string;
  readonly giveWeight: string;
  /** What the number of a batch is called. */
  readonly batch: string;
}

/** In nobody's names: for pages, whose reader sees where to click, and for operators. */
export const PLAIN_DIRECTIONS: Directions = {
  rateAgain: 'Rate the order again.',
  readAgreementAgain: 'Read and accept the agreement again.',
  rating: 'the rating',
  rateAndParcel: 'the rate and its parcel',
  checkStatus: '',
  lookAtOrder: 'Look at the order',
  voidLabelFirst: 'Void the label first.',
  cancelAgain: 'try again',
  voidOrCancel: 'void it, or cancel the order',
  tryPickupAgain: 'Try again in a moment.',
  checkPickupBooking: 'Check it again in a moment.',
  checkPickup: 'Check it again in a moment.',
  tryBatchAgain: 'Try again in a moment.',
  seeStores: '',
  giveWeight: '',
  batch: 'batch',
};
