import { catalogue } from '../../src/tools/catalogue';
import type { MessageRow } from './message-rows';
import { SAMPLE_CALLS } from './sample-calls';

const HEAD = `# Every message of every tool

\`npm run messages\` writes this page from the code; do not edit it by hand. [messages.md](messages.md) has the rules for these
messages. Each tool begins with a valid call. The first column shows how the call of a message differs from that call,
and when the message appears. The values in the messages are examples. Reasons that no tool returns are not listed.
`;

/** Returns the page that lists the messages of all tools. */
export const messagesTable = (rows: readonly MessageRow[]): string =>
  [
    HEAD,
    section(
      'Any tool',
      rows.filter(({ tool }) => tool === undefined),
    ),
    ...catalogue.map(({ name }) =>
      section(
        `\`${name}\``,
        rows.filter(({ tool }) => tool === name),
        SAMPLE_CALLS[name],
      ),
    ),
  ].join('\n');

function section(title: string, rows: readonly MessageRow[], sample?: object): string {
  return [
    `## ${title}\n`,
    ...(sample ? [`\`${JSON.stringify(sample)}\`\n`] : []),
    ...part(
      'Case of a refusal',
      rows.filter(({ kind }) => kind === 'refusal'),
    ),
    ...part(
      'Case of a note',
      rows.filter(({ kind }) => kind === 'note'),
    ),
  ].join('\n');
}

const part = (title: string, rows: readonly MessageRow[]): string[] =>
  rows.length === 0
    ? []
    : [
        [
          `| ${title} | Message |`,
          '|---|---|',
          ...rows.map(({ cause, message }) => `| ${cell(cause)} | ${cell(message)} |`),
        ]
          .join('\n')
          .concat('\n'),
      ];

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
