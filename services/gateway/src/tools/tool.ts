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
 * Features of a plan that a tool may need. The service that does the work checks the plan. For reports, the gateway
 * checks the plan.
 */
export type PlanFeature = 'carrier pickup' | 'batch shipping' | 'business reporting' | 'marketing email';

export type ToolContext = OperationContext;

/** The answer of a tool; only JSON values. */
export type Payload = Record<string, unknown>;

interface ToolActivity<Arguments> {
  readonly action: ActionName;
  /**
   * Returns what the call is about, such as an order. If the call creates something, the tool adds it with
   * `context.touched`.
   */
  about(args: Arguments): ActivitySubject;
}

/** Requires `activity` of a tool whose arguments include `confirm`, and forbids it for other tools. */
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
  /** A description for connected apps. It is needed when `description` names a tool that connected apps do not get. */
  readonly appDescription?: string;
  readonly access: Access;
  readonly planFeature?: PlanFeature;
  /** True when connected apps get the tool, too. Otherwise a caller needs the access token. */
  readonly offeredToApps: boolean;
  /**
   * In which calls the tool may have saved something. If one of these calls fails, the error message says that
   * something may have been saved.
   */
  readonly saves: 'nothing' | 'when confirmed' | 'always';
  readonly hints: {
    /** Set when the specification calls the tool read-only although `access` is not `Read-only`. */
    readonly markedReadOnly?: true;
    /** Set for a write that only adds something. */
    readonly onlyAdds?: true;
    /** Set when a repeated call changes nothing more. */
    readonly idempotent?: true;
    /** True when the tool reaches outside this service, such as to a carrier or a mailbox. */
    readonly openWorld: boolean;
  };
  /** Describes the entry in the activity log for a confirmed call. Required for tools with `confirm`. */
  readonly activity?: ToolActivity<Arguments>;
  /** With `every`, a refusal names all problems of the arguments. If absent, a refusal names only the first problem. */
  readonly problems?: 'every';
  /** The sentences that the tool's answers may contain. */
  readonly notes?: Readonly<Record<string, Note<never>>>;
  /** The schema of the arguments. Calls are checked with it, and `tools/list` shows it. */
  readonly input: ZodType<Arguments>;
  /** @throws DomainError, whose reason is told to the caller */
  run(args: Arguments, context: ToolContext): Promise<Payload>;
}

/** Properties that all read-only tools share. */
export const READS = {
  access: 'Read-only',
  offeredToApps: true,
  saves: 'nothing',
  hints: { openWorld: false },
} as const;

/** Defines a tool. The types of the tool's arguments come from `input`. */
export const defineTool = <Arguments>(tool: Tool<Arguments> & Confirmed<Arguments>): Tool<Arguments> => tool;
