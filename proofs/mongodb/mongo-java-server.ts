import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workshop } from '../workshop';
import { ARRAY_PATH_FAULTS } from './array-path-faults';
import type { KnownFault, OtherServer } from './other-server';
import {
  conditionsOf,
  holdsArray,
  holdsNestedArray,
  isDotted,
  isObject,
  operand,
  rootValues,
  sortPath,
} from './questions';
import { startServer } from './start-server';

const VERSION = '1.47.0';

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>proofs</groupId>
  <artifactId>proofs</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>de.bwaldvogel</groupId>
      <artifactId>mongo-java-server</artifactId>
      <version>${VERSION}</version>
    </dependency>
    <dependency>
      <groupId>org.slf4j</groupId>
      <artifactId>slf4j-nop</artifactId>
      <version>2.0.17</version>
    </dependency>
  </dependencies>
</project>
`;

/**
 * By default, mongo-java-server reports the protocol of MongoDB 4.0, which today's database clients refuse. So this
 * program reports the protocol of MongoDB 5.0.
 */
const MAIN = `
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.util.List;

public class Main {
  record Version(List<Integer> getVersionArray, int getWireVersion) implements MongoVersion {}

  public static void main(String[] args) {
    var version = new Version(List.of(5, 0, 0), 13);
    System.out.println(new MongoServer(new MemoryBackend().version(version)).bindAndGetConnectionString());
  }
}
`;

const KNOWN_FAULTS: readonly KnownFault[] = [
  {
    says: 'a pattern is matched against the text of objects and of nested arrays; MongoDB matches only strings',
    concerns: ({ filter }, documents) =>
      conditionsOf(filter).some(
        (condition) =>
          operand(condition, '$regex') !== undefined &&
          rootValues(condition.path, documents).some((value) => Array.isArray(value) || isObject(value)),
      ),
  },
  {
    says: 'a sort looks into nested arrays, and does not sort empty arrays by the next field; MongoDB looks into one array, and sorts by the next field',
    concerns: (question, documents) => {
      const path = sortPath(question);
      return path !== undefined && rootValues(path, documents).some(holdsArray);
    },
  },
  ...ARRAY_PATH_FAULTS,
  {
    says: '$gte and $lte of null find nothing; for MongoDB null is equal to null and to a missing field',
    concerns: ({ filter }) => /"\$[gl]te":null/.test(JSON.stringify(filter)),
  },
  {
    says: '$elemMatch with a field that is null also finds scalars; MongoDB finds only objects',
    concerns: ({ filter }) => /"\$elemMatch":\{"\w+":null/.test(JSON.stringify(filter)),
  },
  {
    says: '$in and $nin look into nested arrays; MongoDB looks into one array',
    concerns: ({ filter }, documents) =>
      conditionsOf(filter).some(
        (condition) =>
          (operand(condition, '$in') ?? operand(condition, '$nin')) !== undefined &&
          rootValues(condition.path, documents).some(holdsNestedArray),
      ),
  },
  {
    says: '$unset removes a field of the objects in an array; MongoDB changes nothing for such a path',
    concerns: (question, documents) =>
      'update' in question &&
      Object.keys(Array.isArray(question.update) ? {} : (question.update.$unset ?? {})).some(
        (path) => isDotted(path) && rootValues(path, documents).some(Array.isArray),
      ),
  },
];

export const mongoJavaServer: OtherServer = {
  name: 'mongo-java-server',
  version: VERSION,
  needs: ['java', 'mvn'],
  nestedArrays: true,
  knownFaults: KNOWN_FAULTS,
  async start(workshop) {
    await fetch(workshop);
    return startServer('java', ['-cp', 'lib/*', 'Main.java'], workshop.folder);
  },
};

async function fetch(workshop: Workshop): Promise<void> {
  writeFileSync(join(workshop.folder, 'Main.java'), MAIN);
  writeFileSync(join(workshop.folder, 'pom.xml'), POM);
  if (existsSync(join(workshop.folder, `lib/mongo-java-server-${VERSION}.jar`))) return;
  await workshop.run('mvn', ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=lib']);
}
