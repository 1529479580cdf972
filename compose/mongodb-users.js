// Run by mongosh, as often as one likes. Changed passwords are taken over.
const { MONGO_INITDB_ROOT_USERNAME: root, MONGO_INITDB_ROOT_PASSWORD: rootPassword } = process.env;
const NOT_YET_INITIALIZED = 94;

const options = 'directConnection=true&serverSelectionTimeoutMS=60000';
const connection = new Mongo(`mongodb://${root}:${rootPassword}@mongodb:27017/?${options}`);
const admin = connection.getDB('admin');

try {
  admin.runCommand({ replSetGetStatus: 1 });
} catch (error) {
  if (error.code !== NOT_YET_INITIALIZED) throw error;
  const members = [{ _id: 0, host: 'mongodb:27017' }];
  admin.runCommand({ replSetInitiate: { _id: 'parcelyard', members } });
}
while (!admin.runCommand({ hello: 1 }).isWritablePrimary) sleep(500);

for (const service of ['auth', 'orders', 'shipping', 'pickups', 'customers_email', 'billing']) {
  const database = connection.getDB(`parcelyard_${service}`);
  const pwd = process.env[`${service.toUpperCase()}_PASSWORD`];
  const roles = [{ role: 'readWrite', db: database.getName() }];
  const isThere = database.runCommand({ usersInfo: service }).users.length > 0;
  database.runCommand({ [isThere ? 'updateUser' : 'createUser']: service, pwd, roles });
  print(`${database.getName()}: ${isThere ? 'kept' : 'made'} its user`);
}
