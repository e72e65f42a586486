import { randomUUID } from 'node:crypto';
import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb';
import { startTable } from '../support/table.ts';

/**
 * `npm run bench`: what each access pattern of docs/access-patterns.md consumes, in DynamoDB's read and write units, as
 * the database itself reports it.
 */

const stop = await startTable();
const [{ table }, { createProfile, getProfile, getProfiles }, { changeDepth }, files, { readDepthIndex }] =
  await Promise.all([
    import('../../lambdas/table/client.ts'),
    import('../../lambdas/table/profile.ts'),
    import('../../lambdas/table/ledger.ts'),
    import('../../lambdas/table/file.ts'),
    import('../../lambdas/table/depth-index.ts'),
  ]);

let units = 0;
table.middlewareStack.add(
  (next) => async (args) => {
    Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
    const result = await next(args);
    const consumed = (result.output as { ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[] }).ConsumedCapacity;
    for (const { CapacityUnits = 0 } of [consumed ?? []].flat()) units += CapacityUnits;
    return result;
  },
  { step: 'initialize' },
);

async function measure(pattern: string, unit: 'RCU' | 'WCU', run: () => Promise<unknown>): Promise<void> {
  units = 0;
  await run();
  console.log(`${pattern.padEnd(52)} ${units.toFixed(1).padStart(6)} ${unit}`);
}

const fileOf = (userId: string, number: number, depth = 0) => ({
  key: `files/${userId}/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/holiday-picture-${number}.png`,
  userId,
  fileName: `holiday-picture-${number}.png`,
  contentType: 'image/png',
  size: 1_000_000 + number,
  etag: '"9b2cf535f27731c974343645a3985328"',
  uploadedAt: new Date(1_760_000_000_000 + number).toISOString(),
  description: 'Uploaded on 21 November 2026',
  depth,
  likeCount: 0,
  views: 0,
  revision: 0,
});

const members = Array.from({ length: 20 }, () => randomUUID());
const [anna = ''] = members;
const profileOf = (userId: string) => ({ userId, email: `${userId}@fathom.example`, username: 'Anna of the Deep' });
const record = (userId: string, number: number, depth = 0) => {
  const file = fileOf(userId, number, depth);
  return changeDepth({ userId, source: 'upload', sourceId: file.key, bytes: file.size, purchasedCm: 0 }, () => [
    files.putFile(file),
  ]);
};

await measure('createProfile', 'WCU', () => createProfile(profileOf(anna)));
for (const userId of members.slice(1)) await createProfile(profileOf(userId));
await measure('getProfile', 'RCU', () => getProfile(anna));
await measure('getProfile, consistent', 'RCU', () => getProfile(anna, { consistent: true }));
await measure('getProfiles, 20', 'RCU', () => getProfiles(members));
await measure('changeDepth + putFile (with its read)', 'WCU', () => record(anna, 0));
await measure('describeFile', 'WCU', () => files.describeFile(fileOf(anna, 0).key, 'A reef at noon'));
// Every band holds files, so that the deepest viewer's page is merged from all ten.
const bands = [0, 1, 3, 10, 30, 100, 300, 1000, 3000, 10_000];
for (let number = 1; number <= 200; number++) {
  const depth = (bands[number % bands.length] ?? 0) * 1_000_000;
  await record(members[number % members.length] ?? anna, number, depth);
}
const page = (depth: number, index: 'ByText' | 'ByNumber' = 'ByText') =>
  readDepthIndex({ kind: 'FILE', index, depth, limit: 20, filters: [], from: { progress: [] } });
await measure('readDepthIndex, 20 newest, from 0 m (1 band)', 'RCU', () => page(0));
await measure('readDepthIndex, 20 newest, from 10,000 m (10 bands)', 'RCU', () => page(10_000_000_000));
await measure('readDepthIndex, 20 largest, from 10,000 m', 'RCU', () => page(10_000_000_000, 'ByNumber'));
const { rows } = await page(10_000_000_000);
await measure('getFiles, 20', 'RCU', () => files.getFiles(rows.map(({ pk }) => pk.slice('FILE#'.length))));
await measure('getFile (consistent)', 'RCU', () => files.getFile(fileOf(anna, 0).key));
await stop();
