import type { LabelJob } from '../../src/domain/labels/label-job';
import { labelJob } from '../../src/sellers/sandbox/label-job';
import { sandboxDeclarations } from '../../src/sellers/sandbox/open-sandbox';
import type { Sale } from '../../src/sellers/sandbox/sandbox-journal';
import { aSale } from '../sellers/sandbox/a-sale';

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
