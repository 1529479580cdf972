import type { ActivitySubject } from '@parcelyard/contracts/activity';
import type { ZodType } from 'zod';
import type { ActionName } from '../operations/activity-actions';
import type { OperationContext } from '../operations/operation-context';
import type { Note } from './note';

/** The specification's access classes. */
export type Access =
  | 'Read-only'
  | 'Changes data'
  | 'Spends money'
  | 'Sends email'
  | 'Changes data, sends email';

/**
 * Plan features that a tool needs. The service that acts checks them; for reports, which only read, the gateway does.
 */
export type PlanFeature = 'carrier pickup' | 'batch shipping' | 'business reporting' | 'marketing email';

export type ToolContext = OperationContext;

/** The answer of a tool; JSON values only. */
export type Payload = Record<string, unknown>;

interface ToolActivity<Arguments> {
  readonly action: ActionName;
  /** What the arguments name as the subject; `context.touched` adds the results. */
  about(args: Arguments): ActivitySubject;
}

/** Makes `activity` required for every tool that takes `confirm`. */
type Confirmed<Arguments> = string extends keyof Arguments
  ? unknown
  : 'confirm' extends keyof Arguments
    ? { readonly activity: ToolActivity<Arguments> }
    : { readonly activity?: never };

/**
 * One tool of the catalogue.
 * @see [MCP-T8]
 */
export interface Tool<Arguments = unknown> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Description for apps, when the usual one names a tool that apps do not have. */
  readonly appDescription?: string;
  readonly access: Access;
  readonly planFeature?: PlanFeature;
  /** Whether connected apps get the tool too, not only the access token. */
  readonly offeredToApps: boolean;
  /** When a call may have saved something; decides what the caller reads after a failure. */
  readonly saves: 'nothing' | 'when confirmed' | 'always';
  readonly hints: {
    /** Set when the specification's hint differs from the access class. */
    readonly markedReadOnly?: true;
    /** A write that only adds records. */
    readonly onlyAdds?: true;
    /** Repeating the same call changes nothing more. */
    readonly idempotent?: true;
    /** Reaches outside this service, such as a carrier or a mailbox. */
    readonly openWorld: boolean;
  };
  /** The entry in the activity log when the call is confirmed; required for tools with `confirm`. */
  readonly activity?: ToolActivity<Arguments>;
  /** How many problems of its arguments a refusal names; absent: the first. */
  readonly problems?: 'every';
  /** The sentences of its answers; `run` takes them from here. */
  readonly notes?: Readonly<Record<string, Note<never>>>;
  /** The one source of the published schema and of the checks. */
  readonly input: ZodType<Arguments>;
  /** @throws DomainError with the reason for the caller */
  run(args: Arguments, context: ToolContext): Promise<Payload>;
}

/** Members that all tools share that only read data of the services. */
export const READS = {
  access: 'Read-only',
  offeredToApps: true,
  saves: 'nothing',
  hints: { openWorld: false },
} as const;

/** Derives the argument types from `input`. */
export const defineTool = <Arguments>(tool: Tool<Arguments> & Confirmed<Arguments>): Tool<Arguments> => tool;
