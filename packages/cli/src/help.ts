import { optionsOf, positionalsOf } from './arguments';
import type { Command } from './command';
import { nameOf } from './command-name';
import { SERVICES, type Service, variablesOf } from './connect-services';

/** Returns the help of `shipctl` or of a group of commands, such as `ledger`. */
export const helpOf = (title: string, commands: readonly Command[]): string =>
  sections(
    title,
    ['Usage', ['  shipctl COMMAND [arguments]']],
    ['Commands', columns(commands.map((command) => [nameOf(command), command.summary]))],
    ['Environment', columns(variablesOf(SERVICES.filter((service) => isCalled(service, commands))))],
    [
      'More',
      ['  shipctl COMMAND --help prints the arguments of a command and the environment that it needs.'],
    ],
  );

const isCalled = (service: Service, commands: readonly Command[]): boolean =>
  commands.some(({ services }) => services.includes(service));

export const helpOfCommand = ({ usage, summary, parameters, services }: Command): string => {
  const names = [
    ...positionalsOf(usage),
    ...optionsOf(usage).map(({ name, value }) => (value === '' ? `--${name}` : `--${name} ${value}`)),
  ];
  const rows = names.map((name): Row => [name, parameters[name.split(' ')[0] as string] ?? '']);
  return sections(
    summary,
    ['Usage', [`  shipctl ${usage}`]],
    ...(rows.length > 0 ? [['Arguments', columns(rows)] as const] : []),
    ['Environment', columns(variablesOf(services))],
  );
};

type Section = readonly [heading: string, lines: readonly string[]];
type Row = readonly [name: string, meaning: string];

const sections = (title: string, ...parts: readonly Section[]): string =>
  [title, ...parts.map(([heading, lines]) => [`${heading}:`, ...lines].join('\n'))].join('\n\n');

function columns(rows: readonly Row[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`);
}
