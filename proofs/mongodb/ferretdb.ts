import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workshop } from '../workshop';
import { ARRAY_PATH_FAULTS } from './array-path-faults';
import type { KnownFault, OtherServer } from './other-server';
import { conditionsOf, holdsArray, isDotted, isObject, operand, rootValues, sortPath } from './questions';
import { startServer } from './start-server';

/** The last version that runs on SQLite; later versions need PostgreSQL. */
const VERSION = '1.24.0';

/**
 * The server that FerretDB offers for embedding. FerretDB's own program refuses to start when it is built as a module.
 */
const MAIN = `
package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/FerretDB/FerretDB/ferretdb"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	server, err := ferretdb.New(&ferretdb.Config{
		Listener:  ferretdb.ListenerConfig{TCP: "127.0.0.1:0"},
		Logger:    slog.New(slog.NewTextHandler(io.Discard, nil)),
		Handler:   "sqlite",
		SQLiteURL: "file:" + os.Args[1] + "/",
	})
	if err != nil {
		panic(err)
	}
	go func() { fmt.Println(server.MongoDBURI()) }()
	if err := server.Run(ctx); err != nil {
		panic(err)
	}
}
`;

const GO_MOD = `module ferretdb

go 1.24

require github.com/FerretDB/FerretDB v${VERSION}
`;

const KNOWN_FAULTS: readonly KnownFault[] = [
  {
    says: '$elemMatch with fields finds nothing',
    concerns: ({ filter }) =>
      conditionsOf(filter).some((condition) => {
        const inner = operand(condition, '$elemMatch');
        return isObject(inner) && Object.keys(inner).some((key) => !key.startsWith('$'));
      }),
  },
  ...ARRAY_PATH_FAULTS,
  {
    says: 'a sort treats the fields in an array as missing; MongoDB uses the least or the greatest value of its elements',
    concerns: (question, documents) => {
      const path = sortPath(question);
      return path !== undefined && isDotted(path) && rootValues(path, documents).some(holdsArray);
    },
  },
  {
    says: '$push ignores $slice, and creates no array for an empty $each',
    concerns: (question) => 'update' in question && '$push' in question.update,
  },
];

export const ferretDb: OtherServer = {
  name: 'FerretDB',
  version: VERSION,
  needs: ['go'],
  nestedArrays: false,
  knownFaults: KNOWN_FAULTS,
  async start(workshop) {
    const data = join(workshop.folder, 'data');
    rmSync(data, { recursive: true, force: true });
    mkdirSync(data);
    return startServer(await build(workshop), [data], workshop.folder);
  },
};

async function build(workshop: Workshop): Promise<string> {
  const program = join(workshop.folder, `ferretdb-${VERSION}`);
  if (!existsSync(program)) {
    writeFileSync(join(workshop.folder, 'go.mod'), GO_MOD);
    writeFileSync(join(workshop.folder, 'main.go'), MAIN);
    const environment = { GOFLAGS: '-mod=mod' };
    await workshop.run('go', ['build', '-o', program, '.'], { environment, timeout: 1_200_000 });
  }
  return program;
}
