import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Checkout } from './checkouts';
import { figuresOf, type Table } from './report';

interface Kept {
  /** UTC. */
  measuredAt: string;
  /** The commit of each build in the table, by the build's name. */
  builds: Record<string, string>;
  machine: string;
  figures: Record<string, number>;
}

/** Stores the latest figures of every table, by title. */
export class FiguresFile {
  private readonly kept: Record<string, Kept>;

  constructor(
    private readonly path: string,
    private readonly machine: string,
    private readonly builds: readonly Checkout[],
  ) {
    this.kept = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, Kept>) : {};
  }

  /**
   * Stores the table in place of the earlier table with the same title.
   * @returns the changes since the earlier table, in words
   */
  keep(table: Table): string {
    const figures = figuresOf(table);
    const before = this.kept[table.title];
    this.kept[table.title] = {
      measuredAt: new Date().toISOString(),
      builds: Object.fromEntries(this.builds.map(({ name, commit }) => [name, commit])),
      machine: this.machine,
      figures,
    };
    mkdirSync(dirname(this.path), { recursive: true });
    writeFileSync(this.path, `${JSON.stringify(this.kept, null, 2)}\n`);
    return before ? difference(before, figures) : '';
  }
}

function difference({ measuredAt, builds, figures: before }: Kept, figures: Record<string, number>): string {
  const changes = Object.entries(figures).flatMap(([name, now]) => {
    const then = before[name];
    return then === undefined || then === now ? [] : [`- ${name}: ${then} → ${now}${percent(then, now)}`];
  });
  const of = Object.entries(builds).map(([name, commit]) => `${name} ${commit}`);
  const since = `${measuredAt.slice(0, 16).replace('T', ' ')} UTC (${of.join(', ')})`;
  return changes.length === 0 ? `\nAs on ${since}.` : [`\nSince ${since}:\n`, ...changes].join('\n');
}

const percent = (then: number, now: number) =>
  then === 0 ? '' : ` (${now > then ? '+' : ''}${Math.round((now / then - 1) * 100)} %)`;
