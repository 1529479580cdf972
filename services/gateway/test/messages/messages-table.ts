import { catalogue } from '../../src/tools/catalogue';
import type { MessageRow } from './message-rows';
import { SAMPLE_CALLS } from './sample-calls';

const HEAD = `# Every message of every tool

Written by \`npm run messages\` from the code that answers; edited by nobody. [messages.md](messages.md) has the rules that these
sentences keep. Each tool shows a right call; *what brings it about* is what is different in the call, and the case. A
refusal's example data are those of its reason. Reasons that only other surfaces say are not here.
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
      'Refused because',
      rows.filter(({ kind }) => kind === 'refusal'),
    ),
    ...part(
      'Said in an answer',
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
