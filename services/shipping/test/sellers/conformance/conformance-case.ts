import type { BuyRequest, LabelReference } from '../../../src/sellers/carrier-port';
import type { Arrange, Arranged, SellerHarness, Situation } from './seller-harness';

/** One rule on which the purchase of labels depends. */
export interface ConformanceCase {
  readonly title: string;
  /** The situations that the harness must arrange. */
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

/** Arranges the situation for this purchase. Returns the request to use from then on. */
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

/** Returns the error of the call; undefined when the call returned an answer. */
export const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error ?? new Error('Nothing was thrown.'),
  );
