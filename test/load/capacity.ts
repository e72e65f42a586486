import { likeFile } from '../../lambdas/files/like-file.ts';
import { openFile } from '../../lambdas/files/open-file.ts';
import { readDepthIndex } from '../../lambdas/table/depth-index.ts';
import * as files from '../../lambdas/table/file.ts';
import { finishJob, jobProgress, saveJobProgress } from '../../lambdas/table/job.ts';
import { fileKey } from '../../lambdas/table/keys.ts';
import { changeDepth } from '../../lambdas/table/ledger.ts';
import { likedAmong, setLike } from '../../lambdas/table/like.ts';
import { createProfile, getPeople, getProfile } from '../../lambdas/table/profile.ts';
import { BAND_LOWER_BOUNDS_METRES } from '../../shared/depth/bands.ts';
import { fromMetres } from '../../shared/depth/depth.ts';
import { startTable } from '../support/table.ts';
import { type Consumed, meter } from './meter.ts';
import { ask, VIEWERS } from './questions.ts';
import { figure, table } from './report.ts';
import { LARGEST_FILE_NAME, recordedFile } from './small-community.ts';
import { startSurroundings } from './surroundings.ts';

/**
 * The first part of `npm run bench`: what each access pattern of docs/access-patterns.md consumes, in DynamoDB's read
 * and write units, beside its budget (design: capacity of one call). Transactions cost twice; reads that a write needs
 * are shown with it.
 */

interface Budget {
  readonly kind: 'read' | 'write';
  readonly units: number;
}

const BUDGETS = {
  like: { kind: 'write', units: 4 },
  view: { kind: 'write', units: 1 },
  page: { kind: 'read', units: 30 },
} as const satisfies Record<string, Budget>;

const rows: string[][] = [];

async function pattern(label: string, run: () => Promise<unknown>, budget?: Budget): Promise<void> {
  const { consumed } = await meter(run);
  rows.push([label, units(consumed, 'read'), units(consumed, 'write'), ...verdict(consumed, budget)]);
}

function units(consumed: Consumed, kind: Budget['kind']): string {
  return consumed[kind] === 0 ? '–' : figure(consumed[kind]);
}

function verdict(consumed: Consumed, budget: Budget | undefined): [string, string] {
  if (!budget) return ['', ''];
  const unit = budget.kind === 'read' ? 'RCU' : 'WCU';
  return [`≤ ${budget.units} ${unit}`, consumed[budget.kind] <= budget.units ? 'ok' : 'OVER'];
}

const stopSurroundings = await startSurroundings();
const stopTable = await startTable();

const members = Array.from(
  { length: 20 },
  (_, number) => `5f0c8a7e-0000-4000-8000-${String(number).padStart(12, '0')}`,
);
const [anna = '', ben = ''] = members;
const profileOf = (userId: string) => ({ userId, email: `${userId}@fathom.example`, username: 'Anna of the Deep' });
const record = (file: files.StoredFile) =>
  changeDepth({ userId: file.userId, source: 'upload', sourceId: file.key, bytes: file.size, purchasedCm: 0 }, () => [
    files.putFile(file),
  ]);

await pattern('createProfile', () => createProfile(profileOf(anna)));
for (const userId of members.slice(1)) await createProfile(profileOf(userId));
await pattern('getProfile', () => getProfile(anna));
await pattern('getProfile, consistent', () => getProfile(anna, { consistent: true }));
await pattern('getPeople, 20', () => getPeople(members));

const file = recordedFile(anna, 0);
await pattern('changeDepth', () =>
  changeDepth({ userId: anna, source: 'upload', sourceId: 'another', bytes: 1_048_576, purchasedCm: 0 }),
);
await pattern('changeDepth with putFile', () => record(file));
await pattern('getFile', () => files.getFile(file.key));
await pattern('describeFile', () => files.describeFile(file.key, 'A reef at noon'));
await pattern('changeDepth with replaceFile', () =>
  changeDepth({ userId: anna, source: 'correction', sourceId: `${file.key}#1`, bytes: 5000, purchasedCm: 0 }, () => [
    files.replaceFile(file, { size: file.size + 5000, contentType: file.contentType, etag: '"other"' }),
  ]),
);

const bottom = { userId: ben, depth: 0 };
const like = (key: string, liked: boolean) => setLike(bottom, fileKey(key), liked);
await pattern('setLike, like', () => like(file.key, true), BUDGETS.like);
await pattern('setLike, unlike', () => like(file.key, false), BUDGETS.like);
await pattern('countView', () => files.countView(file.key, bottom), BUDGETS.view);
const largest = recordedFile(anna, 1, { fileName: LARGEST_FILE_NAME, description: 'd'.repeat(1000) });
await record(largest);
await pattern('setLike, largest item', () => like(largest.key, true), BUDGETS.like);
await pattern('countView, largest item', () => files.countView(largest.key, bottom), BUDGETS.view);
await pattern('likeFile, the whole request', () =>
  likeFile({ userId: ben, username: 'ben' }, { fileId: file.key, liked: true }),
);
await pattern('openFile, the whole request', () => openFile({ userId: ben, username: 'ben' }, file.key), BUDGETS.view);
await pattern('changeDepth with deleteFile', () =>
  changeDepth({ userId: anna, source: 'removal', sourceId: file.key, bytes: -file.size, purchasedCm: 0 }, () => [
    files.deleteFile(file.key),
  ]),
);

// Every band holds files, so that the highest viewer's page is merged from all ten.
for (let number = 2; number <= 201; number++) {
  const metres = BAND_LOWER_BOUNDS_METRES[number % BAND_LOWER_BOUNDS_METRES.length]!;
  await record(recordedFile(members[number % members.length]!, number, { depth: fromMetres(metres) }));
}
const highest = VIEWERS.at(-1)!;
const page = (depth: number, index: 'ByText' | 'ByNumber' = 'ByText') =>
  readDepthIndex({ kind: 'FILE', index, depth, limit: 20, filters: [], from: { progress: [] } });
await pattern('readDepthIndex, 20 newest, from 0 m', () => page(0));
await pattern('readDepthIndex, 20 newest, from 10,000 m', () => page(highest.depth));
await pattern('readDepthIndex, 20 largest, from 10,000 m', () => page(highest.depth, 'ByNumber'));
const shown = (await page(highest.depth)).rows;
await pattern('getFiles, 20', () => files.getFiles(shown));
await pattern('likedAmong, 20', () => likedAmong(ben, shown));

await createProfile(highest);
const { contributedBytes: bytes, purchasedCm } = highest;
await changeDepth({ userId: highest.userId, source: 'correction', sourceId: 'start', bytes, purchasedCm });
await pattern('listFiles, 20 from 10,000 m, none liked', () => ask(highest, {}), BUDGETS.page);
for (const row of shown) await setLike(highest, row, true);
await pattern('listFiles, 20 from 10,000 m, all liked', () => ask(highest, {}), BUDGETS.page);

await pattern('saveJobProgress', () => saveJobProgress('reconcile', { token: 'a'.repeat(200) }));
await pattern('jobProgress', () => jobProgress('reconcile'));
await pattern('finishJob', () => finishJob('reconcile'));

console.log('## Capacity of each access pattern\n');
console.log(table(['Pattern', 'RCU', 'WCU', 'Budget', ''], rows));
console.log();
stopSurroundings();
await stopTable();
// The client of the table keeps its connections open.
process.exit(0);
