import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageSnippet } from './read-snippets';
import { runCode } from './run-code';

interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * The report of a failed snippet begins with this mark. At the end of the output, the mark alone shows that all
 * snippets were run.
 */
const MARK = '@@';

/**
 * Runs each snippet separately, in this order, all in one process. Returns the snippets that failed, with the reason.
 */
export async function runTypeScript(
  snippets: readonly PageSnippet[],
  place: Place,
): Promise<readonly string[]> {
  const write = (name: string, code: string) => writeFile(join(place.cwd, name), code);
  await Promise.all(snippets.map(({ id, code }) => write(`${id}.mjs`, code)));
  await write('run-all.mjs', runnerOf(snippets.map(({ id }) => id)));
  return failuresIn((await runCode(process.execPath, ['run-all.mjs'], place)).output);
}

const runnerOf = (ids: readonly string[]) => `
for (const id of ${JSON.stringify(ids)}) {
  await import("./" + id + ".mjs").catch((error) => {
    console.log();
    console.log("${MARK}" + id, error.stack, JSON.stringify(error.body));
  });
}
console.log();
console.log("${MARK}");
`;

function failuresIn(output: string): readonly string[] {
  const reports = output
    .split(`\n${MARK}`)
    .slice(1)
    .map((report) => report.trim());
  return reports.at(-1) === '' ? reports.slice(0, -1) : [`The run failed: ${output}`];
}
