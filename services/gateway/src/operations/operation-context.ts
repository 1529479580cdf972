import type { Failure } from '@parcelyard/contracts/common';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { Touched } from '../clients/activity-log';
import type { Caller } from '../clients/caller';
import type { ToolClients } from '../clients/gateway-clients';

/** What a surface gives to whatever it runs for one caller: a tool, a route, an operation. */
export interface OperationContext {
  readonly caller: Caller;
  readonly clients: ToolClients;
  readonly clock: Clock;
  /** What messages call the service. */
  readonly serviceName: string;
  /** The address that callers use for a path on this service; an address elsewhere stays as it is. */
  absolute(path: string): string;
  /** A refusal inside a reply, in the words of this surface. */
  sentence(failure: Failure): string;
  /** Adds to a confirmed action's entry in the activity log what it was about. Other calls have no entry. */
  readonly touched: Touched;
}
