import { REASONS, type Reason } from '@parcelyard/reasons/reasons';
import { describeFailure } from '../../src/surfaces/mcp/tool-failure';
import { mcpSentence } from '../../src/surfaces/mcp/wording';
import { catalogue } from '../../src/tools/catalogue';
import { argumentMessages } from './argument-messages';
import { REASON_CALLS } from './reason-calls';

/** One message of a tool, as docs/messages-table.md lists it. */
export interface MessageRow {
  /** If absent, any tool can send the message. */
  readonly tool?: string | undefined;
  /** A refusal says why nothing was done. A note is part of an answer. */
  readonly kind: 'refusal' | 'note';
  /** When the message appears, with the arguments that matter. */
  readonly cause: string;
  readonly message: string;
  /** The name of the reason or note; empty for a message about arguments. */
  readonly name: string;
  /** The values of the example. They may contain words that look like names of tools or fields, but are none. */
  readonly example?: object | undefined;
}

const BASE = 'https://ship.example';
const absolute = (path: string) => `${BASE}${path}`;

/** Returns every message of every tool, made by the product's own code. */
export const messageRows = (): MessageRow[] => [
  ...generalRows(),
  ...catalogue.flatMap((tool) => [
    ...argumentMessages(tool),
    ...Object.entries(tool.notes ?? {}).map(([name, sentence]): MessageRow => {
      const { when, example } = sentence;
      const message = (sentence as unknown as (params: object) => string)(example);
      return { tool: tool.name, kind: 'note', cause: when, message, name: `${tool.name}.${name}`, example };
    }),
  ]),
  ...(Object.keys(REASONS) as Reason[]).flatMap(reasonRow),
];

function reasonRow(reason: Reason): MessageRow[] {
  const cause = REASON_CALLS[reason];
  if (cause.kind === 'elsewhere') return [];
  const { example } = REASONS[reason];
  const message = mcpSentence({ reason, params: example, field: cause.field ?? 'order_id' }, absolute);
  const about = { message, name: reason, example };
  if (cause.kind === 'any tool') return [{ ...about, kind: 'refusal', cause: cause.when }];
  const given = cause.args && Object.keys(cause.args).length > 0 ? `${shown(cause.args)}: ` : '';
  return [{ ...about, tool: cause.tool, kind: cause.kind, cause: `${given}${cause.when}` }];
}

const shown = (args: object) => `\`${JSON.stringify(args)}\``;

/** Returns the messages about internal errors, for every tool. */
function generalRows(): MessageRow[] {
  const said = (maySave: boolean) =>
    describeFailure(new Error('broken'), 'buy_label', maySave, 'a1b2…').message;
  return [
    {
      kind: 'refusal',
      cause: 'an internal error, before anything was saved',
      message: said(false),
      name: 'fault_of_ours',
    },
    {
      kind: 'refusal',
      cause: 'an internal error, when something may have been saved',
      message: said(true),
      name: '',
    },
  ];
}
