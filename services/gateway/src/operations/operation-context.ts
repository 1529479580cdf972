import type { Failure } from '@parcelyard/contracts/common';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { Touched } from '../clients/activity-log';
import type { Caller } from '../clients/caller';
import type { ToolClients } from '../clients/gateway-clients';

/** What a surface gives to the tool, route or operation that it runs for a caller. */
export interface OperationContext {
  readonly caller: Caller;
  readonly clients: ToolClients;
  readonly clock: Clock;
  readonly serviceName: string;
  /** Returns the full URL of a path on this service. Other URLs are returned unchanged. */
  absolute(path: string): string;
  /** Returns a sentence for a refusal that is part of an answer, in the words of this surface. */
  sentence(failure: Failure): string;
  /** Adds to the activity log what a confirmed action changed. Does nothing when the call has no entry in the log. */
  readonly touched: Touched;
}
