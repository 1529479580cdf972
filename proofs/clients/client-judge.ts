import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Judge } from '../judge';
import { withStack } from '../with-stack';
import type { RunOptions, Workshop } from '../workshop';

/** A generator of clients. Each step throws with the tool's last output when it fails. */
export interface ClientTool {
  readonly name: string;
  readonly version: string;
  readonly needs: readonly string[];
  readonly needsSuccess?: Judge['needsSuccess'];
  /**
   * Generates a client from `openapi.json` or `openapi-3.0.json` into the workshop's folder, and copies the program
   * that uses the client next to it.
   */
  generate(workshop: Workshop): Promise<void>;
  /** Checks the client with the tools of its language. */
  compile(workshop: Workshop): Promise<void>;
  /** Runs the flow; the options name the product's address and a token. */
  flow(workshop: Workshop, options: RunOptions): Promise<void>;
}

const STEP_TIMEOUT_MS = 600_000;

/** Allows the address of the webhook that the flow registers. Nobody listens on port 9. */
const WEBHOOK_HOST = { EGRESS_ALLOW: '127.0.0.1:9' };

/**
 * Generates a client from the published document, compiles it, and runs one flow against the product: customer, order,
 * rate, label, tracking, void, webhook, list and delete. In two steps the product must refuse, and the flow reads the
 * code of the refusal.
 */
export const clientJudge = (tool: ClientTool): Judge => ({
  name: tool.name,
  proves:
    'A client of the REST API is generated and compiled, and its calls work, from the creation of a customer to the deletion of an order.',
  needs: tool.needs,
  ...(tool.needsSuccess && { needsSuccess: tool.needsSuccess }),
  judge: (workshop) =>
    withStack(async ({ baseUrl, demo }) => {
      for (const document of ['openapi.json', 'openapi-3.0.json']) {
        const published = await fetch(`${baseUrl}/public/${document}`);
        writeFileSync(join(workshop.folder, document), await published.text());
      }
      const environment = { BASE_URL: baseUrl, ACCESS_TOKEN: demo.accessToken };
      const steps = {
        generated: () => tool.generate(workshop),
        compiled: () => tool.compile(workshop),
        flow: () => tool.flow(workshop, { environment, timeout: STEP_TIMEOUT_MS }),
      };
      const faults: string[] = [];
      let reached = 0;
      for (const [step, run] of Object.entries(steps)) {
        try {
          await run();
          reached += 1;
        } catch (error) {
          faults.push(`${step}: failed. ${error instanceof Error ? error.message : error}`);
          break;
        }
      }
      return {
        version: tool.version,
        checked: Object.keys(steps).length,
        faults,
        figures: Object.keys(steps).map((step, place) => `${step}: ${place < reached ? 'yes' : 'no'}`),
      };
    }, WEBHOOK_HOST),
});

/** Puts the flow of a language into the folder where the client's compiler finds it. */
export function placeFlow(workshop: Workshop, flow: string, place: string): void {
  const target = join(workshop.folder, place);
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(resolve('proofs/flows', flow), target);
}
