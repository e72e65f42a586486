import { asOwn } from '../../../lambdas/access/visible-items.ts';
import { likeFile } from '../../../lambdas/files/like.ts';
import { listFilesOfMember } from '../../../lambdas/files/list-of-member.ts';
import { viewFile } from '../../../lambdas/files/view.ts';
import { readDepthIndex } from '../../../lambdas/table/depth-index.ts';
import * as files from '../../../lambdas/table/file.ts';
import { finishJob, jobProgress, saveJobProgress } from '../../../lambdas/table/job.ts';
import { fileKey } from '../../../lambdas/table/keys.ts';
import { changeDepth } from '../../../lambdas/table/ledger.ts';
import { likedAmong, setLike } from '../../../lambdas/table/like.ts';
import { fromMetres } from '../../../shared/depth/depth.ts';
import { DASHBOARD_LIST_SIZE } from '../../../shared/depth/limits.ts';
import { ask } from '../scale/questions.ts';
import { BUDGETS, type Pattern } from './capacity-sheet.ts';
import { BANDS_BELOW_SURFACE, join, LARGEST_FILE_NAME, personId, record, recordedFile } from './small-community.ts';

const UPLOADERS = 20;

/** What files cost: recording, liking, opening, listing. */
export async function measureFiles(pattern: Pattern): Promise<void> {
  for (let number = 0; number < UPLOADERS; number++) await join(number, 0);
  const [anna, ben] = [personId(0), personId(1)];
  await measureOne(pattern, anna, ben);

  // Every band holds files, so that the highest viewer's page is merged from all of them.
  for (let number = 2; number <= 201; number++) {
    const metres = BANDS_BELOW_SURFACE[number % BANDS_BELOW_SURFACE.length]!;
    await record(recordedFile(personId(number % UPLOADERS), number, { depth: fromMetres(metres) }));
  }
  const highest = await join(100, 10_000);
  const page = (depth: number, index: 'ByText' | 'ByNumber' = 'ByText') =>
    readDepthIndex({ kind: 'FILE', index, depth, limit: 20, filters: [], from: { progress: [] } });
  await pattern('readDepthIndex, 20 newest, from 0 m', () => page(0));
  await pattern('readDepthIndex, 20 newest, from 10,000 m', () => page(highest.depth));
  await pattern('readDepthIndex, 20 largest, from 10,000 m', () => page(highest.depth, 'ByNumber'));
  const shown = (await page(highest.depth)).rows;
  await pattern('getFiles, 20', () => files.getFiles(shown));
  await pattern('likedAmong, 20', () => likedAmong(ben, shown));
  await pattern('listFiles, 20 from 10,000 m, none liked', () => ask(highest, {}), BUDGETS.files);
  for (const row of shown) await setLike(highest, row, true);
  await pattern('listFiles, 20 from 10,000 m, all liked', () => ask(highest, {}), BUDGETS.files);
  await pattern('listFilesOfMember, 5', () =>
    listFilesOfMember(highest, { userId: anna, limit: DASHBOARD_LIST_SIZE, cursor: undefined }),
  );

  await pattern('saveJobProgress', () => saveJobProgress('reconcile', { token: 'a'.repeat(200) }));
  await pattern('jobProgress', () => jobProgress('reconcile'));
  await pattern('finishJob', () => finishJob('reconcile'));
}

async function measureOne(pattern: Pattern, anna: string, ben: string): Promise<void> {
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
  const caller = { userId: ben, username: 'ben' };
  const like = (key: string, liked: boolean) => setLike(bottom, fileKey(key), liked);
  await pattern('setLike, like', () => like(file.key, true), BUDGETS.like);
  await pattern('setLike, unlike', () => like(file.key, false), BUDGETS.like);
  await pattern('countView', () => files.countView(asOwn({ userId: anna }, file), bottom), BUDGETS.view);
  const largest = recordedFile(anna, 1, { fileName: LARGEST_FILE_NAME, description: 'd'.repeat(1000) });
  await record(largest);
  await pattern('setLike, largest item', () => like(largest.key, true), BUDGETS.like);
  await pattern(
    'countView, largest item',
    () => files.countView(asOwn({ userId: anna }, largest), bottom),
    BUDGETS.view,
  );
  await pattern('likeFile, the whole request', () => likeFile(caller, { fileId: file.key, liked: true }), BUDGETS.like);
  await pattern('viewFile, the whole request', () => viewFile(caller, { fileId: file.key }), BUDGETS.view);
  await pattern('changeDepth with deleteFile', () =>
    changeDepth({ userId: anna, source: 'removal', sourceId: file.key, bytes: -file.size, purchasedCm: 0 }, () => [
      files.deleteFile(file.key),
    ]),
  );
}
