import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageSnippet } from './read-snippets';
import { runCode } from './run-code';

export type Language = 'curl' | 'typescript' | 'python';

interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

type Run = (snippets: readonly PageSnippet[], place: Place) => Promise<readonly string[]>;

/** Begins the report of a failed snippet and, alone, ends the whole run. */
const MARK = '@@';

/** Each snippet by itself, in this order, all of a language in one process; answers those that failed, with why. */
export const RUN_SNIPPETS: Readonly<Record<Language, Run>> = {
  curl: async (snippets, place) => {
    const each = snippets.map(
      ({ id, code }) => `said=$( (\n${code}\n) 2>&1 ) || printf '\\n${MARK}%s: %s' '${id}' "$said"`,
    );
    // An answer that is no success counts as a failure of curl.
    const all = ['curl() { command curl -sS --fail-with-body "$@"; }', ...each, `printf '\\n${MARK}'`];
    return failuresIn((await runCode('sh', [], { ...place, input: all.join('\n') })).output);
  },

  python: async (snippets, place) => {
    const input = JSON.stringify(snippets);
    return failuresIn((await runCode('python3', ['-c', PYTHON_RUNNER], { ...place, input })).output);
  },

  typescript: async (snippets, place) => {
    const write = (name: string, code: string) => writeFile(join(place.cwd, name), code);
    await Promise.all(snippets.map(({ id, code }) => write(`${id}.mjs`, code)));
    await write('run-all.mjs', nodeRunner(snippets.map(({ id }) => id)));
    return failuresIn((await runCode(process.execPath, ['run-all.mjs'], place)).output);
  },
};

const PYTHON_RUNNER = `
import json, sys
for snippet in json.load(sys.stdin):
    try:
        exec(compile(snippet["code"], snippet["id"], "exec"), {})
    except BaseException as error:
        answer = getattr(error, "response", None)
        print()
        print("${MARK}" + snippet["id"], repr(error), "" if answer is None else answer.text)
print()
print("${MARK}")
`;

const nodeRunner = (ids: readonly string[]) => `
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
  return reports.at(-1) === '' ? reports.slice(0, -1) : [`The run broke off: ${output}`];
}
