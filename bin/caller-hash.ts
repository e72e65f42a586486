/** `npm run caller-hash`: prints the pseudonyms of members in the logs. docs/operating.md explains how to use them. */
import { parseCommandLine } from '../infra/command-line.ts';
import { listCallerHashes } from '../lambdas/platform/caller-hash.ts';

const HELP = `Prints the pseudonyms of members in the logs.

  npm run caller-hash -- <member ID>... <CallerHashKeysArn>

docs/operating.md explains how to use them.
`;

const { positionals: args } = parseCommandLine(HELP, { allowPositionals: true });
const userIds = args.slice(0, -1);
const secretArn = args.at(-1);
if (!secretArn || userIds.length === 0 || !userIds.every((userId) => /^[A-Za-z0-9-]{1,64}$/.test(userId))) {
  console.error('Usage: npm run caller-hash -- <member ID>... <CallerHashKeysArn>');
  process.exit(2);
}

process.env.CALLER_HASH_KEYS_ARN = secretArn;
for (const userId of userIds) {
  for (const hash of await listCallerHashes(userId)) console.log(userIds.length > 1 ? `${userId} ${hash}` : hash);
}
