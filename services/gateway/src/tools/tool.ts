import type { ActivitySubject } from '@parcelyard/contracts/activity';
import type { ZodType } from 'zod';
import type { ActionName } from '../operations/activity-actions';
import type { OperationContext } from '../operations/operation-context';
import type { Note } from './note';

/** The access classes of the specification. */
export type Access =
  | 'Read-only'
  | 'Changes data'
  | 'Spends money'
  | 'Sends email'
  | 'Changes data, sends email';

/**
 * Plan features that a tool needs. The service that does the work checks the feature. Only for reports, which change
 * nothing, the gateway checks the feature.
 */
export type PlanFeature = 'carrier pickup' | 'batch shipping' | 'business reporting' | 'marketing email';

export type ToolContext = OperationContext;

/** The answer of a tool; only JSON values. */
export type Payload = Record<string, unknown>;

interface ToolActivity<Arguments> {
  readonly action: ActionName;
  /** Returns the subject of the arguments. `context.touched` adds the results. */
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
  /** Another description for apps, if the usual description names a tool that apps do not have. */
  readonly appDescription?: string;
  readonly access: Access;
  readonly planFeature?: PlanFeature;
  /** Whether connected apps also get the tool, not only connections with the access token. */
  readonly offeredToApps: boolean;
  /** When a call may have saved something. The message after a failure depends on this. */
  readonly saves: 'nothing' | 'when confirmed' | 'always';
  readonly hints: {
    /** Set when the specification marks a tool as read-only although its access class is not read-only. */
    readonly markedReadOnly?: true;
    /** Set for a write that only adds records. */
    readonly onlyAdds?: true;
    /** Set for a call that changes nothing more when it is repeated. */
    readonly idempotent?: true;
    /** Whether the tool uses something outside this service, such as a carrier or a mailbox. */
    readonly openWorld: boolean;
  };
  /** The entry in the activity log for a confirmed call. Required for tools with `confirm`. */
  readonly activity?: ToolActivity<Arguments>;
  /** How many problems of its arguments a refusal names. If absent, only the first problem. */
  readonly problems?: 'every';
  /** The sentences of the tool's answers, which `run` uses. */
  readonly notes?: Readonly<Record<string, Note<never>>>;
  /** The schema of the arguments. The published schema and the checks are both made from it. */
  readonly input: ZodType<Arguments>;
  /** @throws DomainError with the reason for the caller */
  run(args: Arguments, context: ToolContext): Promise<Payload>;
}

/** The members that are the same in all read-only tools. */
export const READS = {
  access: 'Read-only',
  offeredToApps: true,
  saves: 'nothing',
  hints: { openWorld: false },
} as const;

/** Derives the argument types from `input`. */
export const defineTool = <Arguments>(tool: Tool<Arguments> & Confirmed<Arguments>): Tool<Arguments> => tool;
