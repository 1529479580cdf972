export interface Subject {
  readonly name: string;
  /** Hexadecimal. */
  readonly sha256: string;
}

interface Build {
  readonly version: string;
  readonly subjects: readonly Subject[];
  readonly source: { readonly uri: string; readonly commit: string };
  /** The inputs of the build in addition to the source. */
  readonly materials: readonly Subject[];
  /** The address of a CI run, or a generic name. */
  readonly builder: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly startedAt: Date;
  readonly finishedAt: Date;
}

/**
 * Returns how the release was built, as an in-toto statement with SLSA provenance 1.0. The statement is unsigned; a CI
 * with a key or an identity can sign it.
 */
export function provenance(build: Build): string {
  const digested = ({ name, sha256 }: Subject) => ({ name, digest: { sha256 } });
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: build.subjects.map(digested),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: `${build.source.uri}/docs/releasing.md`,
        externalParameters: { version: build.version, ...build.parameters },
        internalParameters: {},
        resolvedDependencies: [
          { uri: `git+${build.source.uri}`, digest: { gitCommit: build.source.commit } },
          ...build.materials.map(digested),
        ],
      },
      runDetails: {
        builder: { id: build.builder },
        metadata: {
          startedOn: build.startedAt.toISOString(),
          finishedOn: build.finishedAt.toISOString(),
        },
      },
    },
  };
  return `${JSON.stringify(statement, null, 2)}\n`;
}
