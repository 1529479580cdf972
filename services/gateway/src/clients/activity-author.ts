import { ActivityActor, type ActivityAuthor } from '@parcelyard/contracts/activity';
import { type Authorization, Connection } from '@parcelyard/contracts/auth';

/** Who makes the calls under a token, as the activity log names them. */
export const activityAuthor = (
  surface: 'mcp' | 'rest',
  { connection, appName, issuedAt }: Pick<Authorization, 'connection' | 'appName' | 'issuedAt'>,
): ActivityAuthor =>
  connection === Connection.OAUTH
    ? { actor: ActivityActor.APP, surface, appName, tokenIssuedAt: undefined }
    : { actor: ActivityActor.TOKEN, surface, appName: '', tokenIssuedAt: issuedAt };

/** The owner, signed in to the web application. */
export const OWNER: ActivityAuthor = {
  actor: ActivityActor.OWNER,
  surface: 'web',
  appName: '',
  tokenIssuedAt: undefined,
};
