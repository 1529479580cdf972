import type { Failure } from '@parcelyard/contracts/common';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { Touched } from '../clients/activity-log';
import type { Caller } from '../clients/caller';
import type { ToolClients } from '../clients/gateway-clients';

/** What a surface passes to the tool, route or operation that it runs for one caller. */
export interface OperationContext {
  readonly caller: Caller;
  readonly clients: ToolClients;
  readonly clock: Clock;
  /** Name of the service in messages. */
  readonly serviceName: string;
  /** The full address of a path on this service; other addresses stay as they are. */
  absolute(path: string): string;
  /** A refusal inside a reply, in the words of this surface. */
  sentence(failure: Failure): string;
  /** Adds what a confirmed action was about to its entry in the activity log. Other calls have no entry. */
  readonly touched: Touched;
}
