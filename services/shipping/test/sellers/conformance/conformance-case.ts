import type { BuyRequest, LabelReference } from '../../../src/sellers/carrier-port';
import type { Arrange, Arranged, SellerHarness, Situation } from './seller-harness';

/** One sentence of what the money path relies on. */
export interface ConformanceCase {
  readonly title: string;
  /** What the harness must arrange for it. */
  readonly needs: readonly Situation[];
  check(harness: SellerHarness): Promise<void>;
}

/** A case that needs the one situation named in its title's place. */
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

/** Arranges it for this purchase and gives the request to go on with. */
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

/** What the call threw; undefined when it answered. */
export const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error ?? new Error('Nothing was thrown.'),
  );
