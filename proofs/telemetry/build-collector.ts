import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workshop } from '../workshop';

/** The newest collector whose parts are all in the Go module proxy and in the proxy's checksum database. */
export const COLLECTOR_VERSION = '0.136.0';
const STABLE_VERSION = '1.42.0';
const TOKEN_EXTENSION =
  'github.com/open-telemetry/opentelemetry-collector-contrib/extension/bearertokenauthextension';

/**
 * A collector of OpenTelemetry with only three parts: it receives OTLP over HTTP, requires a token from callers, and
 * prints the spans.
 */
const MAIN = `
package main

import (
	"os"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/confmap"
	"go.opentelemetry.io/collector/confmap/provider/fileprovider"
	"go.opentelemetry.io/collector/exporter"
	"go.opentelemetry.io/collector/exporter/debugexporter"
	"go.opentelemetry.io/collector/extension"
	"go.opentelemetry.io/collector/otelcol"
	"go.opentelemetry.io/collector/receiver"
	"go.opentelemetry.io/collector/receiver/otlpreceiver"

	"${TOKEN_EXTENSION}"
)

func factories() (otelcol.Factories, error) {
	otlp, debug := otlpreceiver.NewFactory(), debugexporter.NewFactory()
	token := bearertokenauthextension.NewFactory()
	return otelcol.Factories{
		Extensions: map[component.Type]extension.Factory{token.Type(): token},
		Receivers: map[component.Type]receiver.Factory{otlp.Type(): otlp},
		Exporters: map[component.Type]exporter.Factory{debug.Type(): debug},
	}, nil
}

func main() {
	files := []confmap.ProviderFactory{fileprovider.NewFactory()}
	command := otelcol.NewCommand(otelcol.CollectorSettings{
		BuildInfo: component.BuildInfo{Command: "collector", Version: "${COLLECTOR_VERSION}"},
		Factories: factories,
		ConfigProviderSettings: otelcol.ConfigProviderSettings{
			ResolverSettings: confmap.ResolverSettings{DefaultScheme: "file", ProviderFactories: files},
		},
	})
	if command.Execute() != nil {
		os.Exit(1)
	}
}
`;

const STABLE = ['component', 'confmap', 'confmap/provider/fileprovider', 'exporter', 'extension', 'receiver'];
const OTHERS = ['exporter/debugexporter', 'otelcol', 'receiver/otlpreceiver'];
const requirements = (names: readonly string[], version: string) =>
  names.map((name) => `\tgo.opentelemetry.io/collector/${name} v${version}\n`).join('');

const GO_MOD = `module parcelyard.example/collector

go 1.24

require (
${requirements(STABLE, STABLE_VERSION)}${requirements(OTHERS, COLLECTOR_VERSION)}	${TOKEN_EXTENSION} v${COLLECTOR_VERSION}
)
`;

export async function buildCollector(workshop: Workshop): Promise<string> {
  const folder = join(workshop.folder, 'collector');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'go.mod'), GO_MOD);
  writeFileSync(join(folder, 'main.go'), MAIN);
  const inside = { folder, timeout: 900_000 };
  await workshop.run('go', ['mod', 'tidy'], inside);
  await workshop.run('go', ['build', '-o', 'collector', '.'], inside);
  return join(folder, 'collector');
}
