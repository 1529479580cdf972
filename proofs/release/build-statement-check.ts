import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workshop } from '../workshop';

const IN_TOTO_VERSION = '1.2.0';

/**
 * A Go program that reads the release's provenance file. It fails unless the file is an in-toto statement with SLSA
 * provenance 1.0. It also fails on unknown fields.
 */
const MAIN = `
package main

import (
	"log"
	"os"

	provenance "github.com/in-toto/attestation/go/predicates/provenance/v1"
	statement "github.com/in-toto/attestation/go/v1"
	"google.golang.org/protobuf/encoding/protojson"
)

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	text, err := os.ReadFile(os.Args[1])
	must(err)
	var said statement.Statement
	must(protojson.Unmarshal(text, &said))
	must(said.Validate())
	if said.PredicateType != "https://slsa.dev/provenance/v1" {
		log.Fatal("another predicate: ", said.PredicateType)
	}
	predicate, err := protojson.Marshal(said.Predicate)
	must(err)
	var made provenance.Provenance
	must(protojson.Unmarshal(predicate, &made))
	must(made.Validate())
}
`;

const GO_MOD = `module parcelyard.example/statement-check

go 1.23.0

require github.com/in-toto/attestation v${IN_TOTO_VERSION}
`;

/** Builds a program that reads a file with in-toto's own library. Resolves to the program's path. */
export async function buildStatementCheck(workshop: Workshop): Promise<string> {
  const folder = join(workshop.folder, 'statement-check');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'go.mod'), GO_MOD);
  writeFileSync(join(folder, 'main.go'), MAIN);
  const inside = { folder, timeout: 900_000 };
  await workshop.run('go', ['mod', 'tidy'], inside);
  await workshop.run('go', ['build', '-o', 'statement-check', '.'], inside);
  return join(folder, 'statement-check');
}
