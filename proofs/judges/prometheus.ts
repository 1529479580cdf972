import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Judge } from '../judge';

const VERSION = '0.307.3';

const MAIN = `
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/promql/parser"
)

// Reads the rule file that the argument names, and a JSON list of queries from stdin. Prints what is wrong with the
// rules and the queries.
func main() {
	faults := []string{}
	_, wrong := rulefmt.ParseFile(os.Args[1], false, model.UTF8Validation)
	for _, err := range wrong {
		faults = append(faults, err.Error())
	}
	var queries []string
	if err := json.NewDecoder(os.Stdin).Decode(&queries); err != nil {
		panic(err)
	}
	for _, query := range queries {
		if _, err := parser.ParseExpr(query); err != nil {
			faults = append(faults, fmt.Sprintf("%s: %v", query, err))
		}
	}
	json.NewEncoder(os.Stdout).Encode(faults)
}
`;

const GO_MOD = `module parcelyard.example/rules

go 1.25

require github.com/prometheus/prometheus v${VERSION}
`;

const FILES = 'charts/parcelyard/files';

interface Dashboard {
  readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
}

export const prometheus: Judge = {
  name: 'prometheus',
  proves: "Prometheus' own parsers read every rule of the alerts and every query of the dashboard.",
  needs: ['go'],
  async judge(workshop) {
    const folder = join(workshop.folder, 'rules');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'go.mod'), GO_MOD);
    writeFileSync(join(folder, 'main.go'), MAIN);
    const inside = { folder, timeout: 900_000 };
    await workshop.run('go', ['mod', 'tidy'], inside);
    await workshop.run('go', ['build', '-o', 'rules', '.'], inside);
    const alerts = join(process.cwd(), FILES, 'alerts.yaml');
    const { panels }: Dashboard = JSON.parse(readFileSync(join(FILES, 'dashboard.json'), 'utf8'));
    const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => withRange(expr)));
    const ask = async (asked: readonly string[]): Promise<string[]> =>
      JSON.parse(await workshop.run(join(folder, 'rules'), [alerts], { input: JSON.stringify(asked) }));
    const [unseen] = await ask(['sum(']);
    const rules = readFileSync(alerts, 'utf8').match(/- alert:/g)?.length ?? 0;
    return {
      version: VERSION,
      checked: queries.length + rules,
      faults: unseen === undefined ? ['the judge accepts an incomplete query'] : await ask(queries),
      figures: [`${rules} rules`, `${queries.length} queries`],
    };
  },
};

/** Replaces the variable in a query with a value, as Grafana does. */
const withRange = (query: string): string => query.replaceAll('$__rate_interval', '5m');
