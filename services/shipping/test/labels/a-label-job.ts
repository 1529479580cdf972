import { sandboxDeclarations } from '../../src/carriers/create-sandbox-carriers';
import type { Sale } from '../../src/carriers/sandbox/carrier-journal';
import { labelJob } from '../../src/carriers/sandbox/label-job';
import type { LabelJob } from '../../src/domain/labels/label-job';
import { aSale } from '../carriers/a-sale';

/** What stands on the papers of a sale by this service. */
export function aLabelJob(serviceLevel: string, parts: Partial<Sale> = {}): LabelJob {
  for (const carrier of sandboxDeclarations) {
    const service = carrier.services.find(({ code }) => code === serviceLevel);
    if (!service) continue;
    const trackingNumber = carrier.trackingNumber({ serial: 42, accountId: 1, service });
    return labelJob(
      carrier,
      service,
      aSale({ carrier: carrier.code, serviceLevel, trackingNumber, ...parts }),
    );
  }
  throw new Error(`no service ${serviceLevel}`);
}
