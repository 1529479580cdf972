import type { ConformanceCase } from './conformance-case';
import { DOUBT_CASES } from './doubt-cases';
import { isReason } from './is-reason';
import { RATE_CASES } from './rate-cases';
import { RECORD_CASES } from './record-cases';
import { SALE_CASES } from './sale-cases';
import { isPart, PARTS, type SellerHarness, SITUATIONS, type Situation } from './seller-harness';
import { VOID_CASES } from './void-cases';

const CASES: Readonly<Record<string, readonly ConformanceCase[]>> = {
  sales: SALE_CASES,
  doubt: DOUBT_CASES,
  voids: VOID_CASES,
  'rates, files and tracking': RATE_CASES,
  'records, events and pickups': RECORD_CASES,
};

/** The part of a seller that a situation needs. */
const PORT_OF: Readonly<Partial<Record<Situation, (seller: SellerHarness['seller']) => unknown>>> = {
  events: ({ readHook }) => readHook,
  'adjusted postage': ({ adjustments }) => adjustments,
  'address check lost': ({ verify }) => verify,
  'address check refused': ({ verify }) => verify,
  'QR label': ({ carriers }) => carriers.find(({ declaration }) => declaration.qrLabels),
};

interface Subject {
  readonly name: string;
  start(): Promise<SellerHarness>;
  /** The situations that this seller can never have, each with the reason. */
  readonly cannot: Readonly<Partial<Record<Situation, string>>>;
}

/** Tests what every seller must do. A case that a seller can never have is shown as skipped, with the reason. */
export function describeSeller({ name, start, cannot }: Subject): void {
  describe(`the seller ${name}`, () => {
    let harness: SellerHarness;
    beforeEach(async () => {
      harness = await start();
    });
    afterEach(() => harness.stop());

    it('arranges every possible situation, or gives the reason why it is impossible', () => {
      const can = (situation: Situation) =>
        (isPart(situation) ? PARTS[situation](harness) : harness.arrange[situation]) !== undefined;
      expect(SITUATIONS.filter((situation) => can(situation) === (cannot[situation] !== undefined))).toEqual(
        [],
      );
    });

    it('gives a valid reason for every impossible situation', () => {
      const said = Object.entries(cannot);
      expect(said.filter(([, reason]) => !isReason(reason))).toEqual([]);
      const has = (situation: string) => PORT_OF[situation as Situation]?.(harness.seller) !== undefined;
      expect(said.filter(([situation]) => has(situation))).toEqual([]);
    });

    describe.each(Object.entries(CASES))('%s', (_topic, cases) => {
      for (const { title, needs, check } of cases) {
        const missing = needs.find((situation) => cannot[situation]);
        // biome-ignore lint/suspicious/noSkippedTests: a case that cannot happen at a seller is shown with the reason
        if (missing) it.skip(`${title} (cannot be: ${cannot[missing]})`, () => undefined);
        else it(title, () => check(harness));
      }
    });
  });
}
