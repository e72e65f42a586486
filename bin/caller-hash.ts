/** `npm run caller-hash`: prints the pseudonyms of a member in the logs. docs/operating.md explains how to use them. */
import { listCallerHashes } from '../lambdas/platform/caller-hash.ts';

const [userId, secretArn] = process.argv.slice(2);
if (!userId || !secretArn || !/^[A-Za-z0-9-]{1,64}$/.test(userId)) {
  console.error('Usage: npm run caller-hash -- <member ID> <CallerHashKeysArn>');
  process.exit(2);
}
process.env.CALLER_HASH_KEYS_ARN = secretArn;
for (const hash of await listCallerHashes(userId)) console.log(hash);
