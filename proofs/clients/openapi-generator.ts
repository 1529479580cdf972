import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workshop } from '../workshop';
import { type ClientTool, placeFlow } from './client-judge';
import { goModule } from './go-module';
import { typescriptProject } from './typescript-project';

const VERSION = '7.25.0';
/** Without pydantic's plugin, mypy does not know that the models accept a field's name as well as its alias. */
const MYPY = '[mypy]\nplugins = pydantic.mypy\nstrict_optional = False\ncheck_untyped_defs = True\n';
const LONG = { timeout: 600_000 };

/** Creates OpenAPI Generator's client for a language, in a folder with the language's name. */
async function generate(workshop: Workshop, language: string, properties: string): Promise<string> {
  const jar = `openapi-generator-cli-${VERSION}.jar`;
  if (!existsSync(join(workshop.folder, jar))) {
    const artifact = `-Dartifact=org.openapitools:openapi-generator-cli:${VERSION}`;
    await workshop.run('mvn', ['-q', '-B', 'dependency:copy', artifact, '-DoutputDirectory=.']);
  }
  const folder = join(workshop.folder, language);
  await workshop.run('rm', ['-rf', folder]);
  const output = ['-i', 'openapi.json', '-g', language, '-o', folder];
  await workshop.run('java', ['-jar', jar, 'generate', ...output, `--additional-properties=${properties}`]);
  if (readdirSync(folder).length === 0) throw new Error(`The generator wrote nothing for ${language}.`);
  return folder;
}

const tool = (language: string, needs: readonly string[]) => ({
  name: `OpenAPI Generator, ${language}`,
  version: VERSION,
  needs: ['java', 'mvn', ...needs],
});

const python: ClientTool = {
  ...tool('Python', ['python3']),
  generate: async (workshop) => {
    await generate(workshop, 'python', 'packageName=parcelyard_client');
    placeFlow(workshop, 'openapi-generator.py', 'flow.py');
  },
  compile: async (workshop) => {
    const programs = await workshop.python([join(workshop.folder, 'python')]);
    await workshop.python(['mypy==1.18.2']);
    writeFileSync(join(workshop.folder, 'mypy.ini'), MYPY);
    await workshop.run(join(programs, 'mypy'), ['flow.py']);
  },
  flow: async (workshop, options) => {
    await workshop.run(join(workshop.folder, 'venv/bin/python'), ['flow.py'], options);
  },
};

const go: ClientTool = {
  ...tool('Go', ['go']),
  generate: async (workshop) => {
    const folder = await generate(workshop, 'go', 'packageName=client,withGoMod=false');
    for (const extra of ['test', 'go.mod', 'go.sum']) await workshop.run('rm', ['-rf', join(folder, extra)]);
    placeFlow(workshop, 'openapi-generator.go', 'go/flow/main.go');
  },
  ...goModule('go'),
};

const java: ClientTool = {
  ...tool('Java', []),
  generate: async (workshop) => {
    await generate(workshop, 'java', 'library=native,hideGenerationTimestamp=true');
    placeFlow(workshop, 'OpenApiGenerator.java', 'java/src/main/java/OpenApiGenerator.java');
  },
  compile: async (workshop) => {
    const goals = ['compile', 'dependency:build-classpath', '-Dmdep.outputFile=classpath.txt'];
    const folder = join(workshop.folder, 'java');
    await workshop.run('mvn', ['-q', '-B', '-DskipTests', ...goals], { folder, ...LONG });
  },
  flow: async (workshop, options) => {
    const folder = join(workshop.folder, 'java');
    const classpath = `target/classes:${readFileSync(join(folder, 'classpath.txt'), 'utf8').trim()}`;
    await workshop.run('java', ['-cp', classpath, 'OpenApiGenerator'], { ...options, folder });
  },
};

const typescript: ClientTool = {
  ...tool('TypeScript', []),
  generate: async (workshop) => {
    await generate(workshop, 'typescript-fetch', 'supportsES6=true');
    placeFlow(workshop, 'typescript-fetch.ts', 'flow.ts');
    await workshop.run('rm', ['-rf', 'client']);
    await workshop.run('mv', ['typescript-fetch', 'client']);
  },
  ...typescriptProject([]),
};

const axios: ClientTool = {
  ...tool('axios', []),
  generate: async (workshop) => {
    await generate(workshop, 'typescript-axios', 'supportsES6=true');
    placeFlow(workshop, 'typescript-axios.ts', 'flow.ts');
    await workshop.run('rm', ['-rf', 'client']);
    await workshop.run('mv', ['typescript-axios', 'client']);
  },
  ...typescriptProject(['axios@1.21.1']),
};

/** The gems of this client come from the system, because not every machine can reach the registry of gems. */
const ruby: ClientTool = {
  ...tool('Ruby', ['ruby']),
  needsSuccess: [['ruby', '-e', "require 'faraday'; require 'marcel'"]],
  generate: async (workshop) => {
    const names = 'gemName=parcelyard_client,moduleName=ParcelyardClient';
    await generate(workshop, 'ruby', `${names},library=faraday`);
    placeFlow(workshop, 'openapi-generator.rb', 'ruby/flow.rb');
  },
  compile: async (workshop) => {
    await workshop.run('sh', ['-c', 'find ruby -name "*.rb" | xargs -n 1 ruby -wc']);
  },
  flow: async (workshop, options) => {
    await workshop.run('ruby', ['ruby/flow.rb'], options);
  },
};

/** Guzzle comes from the system, because not every machine can reach the registry of PHP packages. */
const php: ClientTool = {
  ...tool('PHP', ['php']),
  needsSuccess: [['php', '-r', "require 'GuzzleHttp/autoload.php'; require 'GuzzleHttp/Psr7/autoload.php';"]],
  generate: async (workshop) => {
    await generate(workshop, 'php', 'invokerPackage=Parcelyard');
    placeFlow(workshop, 'openapi-generator.php', 'php/flow.php');
  },
  compile: async (workshop) => {
    await workshop.run('sh', ['-c', 'find php -name "*.php" | xargs -n 1 php -l']);
  },
  flow: async (workshop, options) => {
    await workshop.run('php', ['php/flow.php'], options);
  },
};

export const openapiGenerators: readonly ClientTool[] = [python, go, java, typescript, axios, ruby, php];
