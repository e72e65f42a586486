/** `npm run member-data`: exports or deletes everything that is stored about one member. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { exportMember } from '../infra/data/member-data/export-member.ts';
import { expandLocalOption, findStage, type RunningStage, STAGE_OPTIONS } from './find-stage.ts';
import { runCommand } from './run-command.ts';

const HELP = `Exports everything that is stored about one member, or deletes their account.

  npm run member-data -- --stage prod --member <id> --to <folder>
  npm run member-data -- --stage prod --member <id> --delete           deletes the account; can't be undone
  npm run member-data -- --local --member <id> --to <folder>           the local cloud that runs on .local/
  npm run member-data -- --local <directory> …                         a local cloud with another state directory

The folder gets items/<type>.json, objects/<storage key>, sign-in.json, and summary.json, which is written last. Only the
owner of the process can read them. --delete hides the member immediately; the hourly job purges the rest. Account and
region come from the environment: AWS_PROFILE, AWS_REGION.
docs/runbooks.md#a-members-data-request has the steps before and after.
`;

/** Maximum attempts of a request: more than the SDK's default, so that throttling doesn't end a long export. */
const MAX_ATTEMPTS = 10;

async function writeExport({ tableName, bucketName, userPoolId }: RunningStage, userId: string, directory: string) {
  // A local S3 has no host name for each bucket.
  const forcePathStyle = Boolean(process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL);
  const { items, objects, signIn } = await exportMember(
    {
      database: new DynamoDBClient({ maxAttempts: MAX_ATTEMPTS }),
      tableName,
      s3: new S3Client({ forcePathStyle, maxAttempts: MAX_ATTEMPTS }),
      bucketName,
      cognito: new CognitoIdentityProviderClient({ maxAttempts: MAX_ATTEMPTS }),
      userPoolId,
    },
    { userId, directory },
  );

  for (const [type, count] of Object.entries(items).toSorted()) console.log(`${type}: ${count}`);
  console.log(`${objects} objects. ${signIn ? 'With sign-in data.' : 'The user pool has no such member.'}`);
}

async function deleteAccount({ tableName, userPoolId }: RunningStage, userId: string) {
  process.env.TABLE_NAME = tableName;
  // Imported now, because the table's client reads the environment when it is loaded.
  const { deleteMember } = await import('../infra/data/member-data/delete-member.ts');
  const cognito = new CognitoIdentityProviderClient({ maxAttempts: MAX_ATTEMPTS });
  await deleteMember({ cognito, userPoolId }, userId);
  console.log(`${userId} is hidden and can't sign in. The hourly job purges their data.`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    args: expandLocalOption(process.argv.slice(2)),
    options: {
      ...STAGE_OPTIONS,
      member: { type: 'string' },
      to: { type: 'string' },
      delete: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });

  const { member: userId, to: directory, help } = values;
  if (help) {
    console.log(HELP);
    return;
  }

  const namesOneAction = Boolean(directory) !== values.delete;
  if (!userId || !namesOneAction) {
    throw new Error(`--member and one of --to and --delete are required.\n\n${HELP}`);
  }
  if (!/^[A-Za-z0-9-]{1,64}$/.test(userId)) throw new Error("--member takes a member's ID.");

  const stage = await findStage(values);
  await (directory ? writeExport(stage, userId, resolve(directory)) : deleteAccount(stage, userId));
}

await runCommand(main);
