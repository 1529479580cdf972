import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workshop } from '../workshop';

export const COREDNS_VERSION = '1.12.1';

/** CoreDNS with only the plugins that are used. All plugins together would include half of Kubernetes. */
const MAIN = `
package main

import (
	"github.com/coredns/coredns/core/dnsserver"
	"github.com/coredns/coredns/coremain"
	_ "github.com/coredns/coredns/plugin/bind"
	_ "github.com/coredns/coredns/plugin/cache"
	_ "github.com/coredns/coredns/plugin/hosts"
)

func main() {
	dnsserver.Directives = []string{"bind", "cache", "hosts"}
	coremain.Run()
}
`;

const GO_MOD = `module parcelyard.example/coredns

go 1.23.0

require github.com/coredns/coredns v${COREDNS_VERSION}
`;

export async function buildCoreDns(workshop: Workshop): Promise<string> {
  const folder = join(workshop.folder, 'coredns');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'go.mod'), GO_MOD);
  writeFileSync(join(folder, 'main.go'), MAIN);
  const inside = { folder, timeout: 900_000 };
  await workshop.run('go', ['mod', 'tidy'], inside);
  await workshop.run('go', ['build', '-o', 'coredns', '.'], inside);
  return join(folder, 'coredns');
}
