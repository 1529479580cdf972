interface Facts {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly concerns: 'operator' | 'caller';
  readonly isLimit?: boolean;
}

const TOO_MANY_REQUESTS = 429;

export class SellerError extends Error {
  readonly status: number;
  readonly code: string;
  /**
   * `operator`: the cause is the key, the bill, a limit or a carrier account. `caller`: the cause is in the request.
   */
  readonly concerns: 'operator' | 'caller';
  /** True when the seller gets too many calls now. */
  readonly isLimit: boolean;

  constructor({ status, code, message, concerns, isLimit = status === TOO_MANY_REQUESTS }: Facts) {
    super(message);
    this.name = 'SellerError';
    this.status = status;
    this.code = code;
    this.concerns = isLimit ? 'operator' : concerns;
    this.isLimit = isLimit;
  }
}
