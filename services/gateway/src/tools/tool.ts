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

/** Plan features that a tool needs. The service that acts checks them, when it acts; for reports, which only read, the gateway does. */
export type PlanFeature = 'carrier pickup' | 'batch shipping' | 'business reporting' | 'marketing email';

export type ToolContext = OperationContext;

/** What a tool answers; JSON values only. */
export type Payload = Record<string, unknown>;

interface ToolActivity<Arguments> {
  readonly action: ActionName;
  /** What the arguments say that it is about; `context.touched` adds what came of it. */
  about(args: Arguments): ActivitySubject;
}

/** A tool that takes `confirm` cannot be written without saying what the activity log shows of it. */
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
  /** What it says instead to apps, where it would lead to a tool that they lack. */
  readonly appDescription?: string;
  readonly access: Access;
  readonly planFeature?: PlanFeature;
  /** Offered to apps that sign in, too, and not to the access token alone. */
  readonly offeredToApps: boolean;
  /** When a call may leave something saved: decides what a failure tells the caller. */
  readonly saves: 'nothing' | 'when confirmed' | 'always';
  readonly hints: {
    /** Where the specification's hint differs from the access class. */
    readonly markedReadOnly?: true;
    /** A write that only adds records. */
    readonly onlyAdds?: true;
    /** The same call again changes nothing more. */
    readonly idempotent?: true;
    /** Reaches beyond this service: a carrier, a mailbox. */
    readonly openWorld: boolean;
  };
  /** Of every tool that takes `confirm`: what stands in the activity log when it is confirmed. */
  readonly activity?: ToolActivity<Arguments>;
  /** What a refused call is told of its arguments; the first problem when absent. */
  readonly problems?: 'every';
  /** What its answers may say in words; `run` takes them from here. */
  readonly notes?: Readonly<Record<string, Note<never>>>;
  /** The one source of the published schema and of the checks. */
  readonly input: ZodType<Arguments>;
  /** @throws DomainError with the reason for the caller */
  run(args: Arguments, context: ToolContext): Promise<Payload>;
}

/** What tools have in common that read what the services keep. */
export const READS = {
  access: 'Read-only',
  offeredToApps: true,
  saves: 'nothing',
  hints: { openWorld: false },
} as const;

/** Lets the argument types follow from `input`. */
export const defineTool = <Arguments>(tool: Tool<Arguments> & Confirmed<Arguments>): Tool<Arguments> => tool;
