import type { BuyRequest, LabelReference } from '../../../src/sellers/carrier-port';
import type { Arrange, Arranged, SellerHarness, Situation } from './seller-harness';

/** What a seller must do so that labels can be bought safely. */
export interface ConformanceCase {
  readonly title: string;
  /** The situations that the case needs. */
  readonly needs: readonly Situation[];
  check(harness: SellerHarness): Promise<void>;
}

/** Creates a case that needs one situation. */
export const when = (
  situation: Situation,
  title: string,
  check: ConformanceCase['check'],
): ConformanceCase => ({ title, needs: [situation], check });

export const always = (title: string, check: ConformanceCase['check']): ConformanceCase => ({
  title,
  needs: [],
  check,
});

/**
 * Creates the situation for this purchase. Returns the request to send in this situation, and the function `later` of
 * the situation.
 */
export async function arranged(
  { arrange }: SellerHarness,
  situation: keyof SellerHarness['arrange'],
  request: BuyRequest,
): Promise<Required<Arranged>> {
  const happen = arrange[situation] as Arrange;
  const { request: changed = request, later = () => undefined } = await happen(request);
  return { request: changed, later };
}

export const labelOf = ({ accountId, reference }: LabelReference): LabelReference => ({
  accountId,
  reference,
});

export const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error ?? new Error('Nothing was thrown.'),
  );
