import { viewAsAuthor } from '../../../lambdas/access/open-sealed.ts';
import { likeFile } from '../../../lambdas/files/like.ts';
import { listFilesOfMember } from '../../../lambdas/files/list-of-member.ts';
import { viewFile } from '../../../lambdas/files/view.ts';
import { changeDepth } from '../../../lambdas/table/change-depth.ts';
import { readDepthIndex } from '../../../lambdas/table/depth-index.ts';
import * as files from '../../../lambdas/table/file.ts';
import { creditFile, debitFile, recreditFile } from '../../../lambdas/table/file-credit.ts';
import { setFileDetails } from '../../../lambdas/table/file-details.ts';
import { holdsCopy } from '../../../lambdas/table/held-copy.ts';
import { clearJobProgress, readJobProgress, saveJobProgress } from '../../../lambdas/table/job-progress.ts';
import { fileIdOf, fileKey } from '../../../lambdas/table/keys.ts';
import { findLiked, MAX_LIKERS, setLike } from '../../../lambdas/table/like.ts';
import type { Profile } from '../../../lambdas/table/profile.ts';
import { unseal, unsealAll } from '../../../lambdas/table/sealed.ts';
import { fromMetres } from '../../../shared/rules/depth.ts';
import { DASHBOARD_LIST_SIZE } from '../../../shared/rules/limits.ts';
import { toCaller } from '../caller.ts';
import { requestFiles } from '../scale/file-queries.ts';
import { BUDGETS, type MeasurePattern } from './capacity-sheet.ts';
import {
  BANDS_BELOW_SURFACE,
  buildFileItem,
  createMember,
  LONGEST_FILE_NAME,
  memberId,
  recordFile,
} from './small-community.ts';

/** Number of members who upload files. */
const UPLOADERS = 20;

/** Measures files: recording, liking, opening, listing. */
export async function measureFiles(measure: MeasurePattern): Promise<void> {
  for (let number = 0; number < UPLOADERS; number++) await createMember(number, 0);
  const uploader = memberId(0);
  const viewer = memberId(1);

  await measureOneFile(measure, uploader, viewer);
  await recordFilesInAllBands();

  const highestMember = await createMember(100, 10_000);
  const visibleRows = await measureIndex(measure, viewer, highestMember.depth);
  await measureExplorer(measure, highestMember, visibleRows);

  await measure('listFilesOfMember, 5', () =>
    listFilesOfMember(toCaller(highestMember.userId), {
      userId: uploader,
      limit: DASHBOARD_LIST_SIZE,
      cursor: undefined,
    }),
  );
  await measureJobProgress(measure);
}

/** Records 200 files. Every band has some of them, so that the highest viewer's page merges all bands. */
async function recordFilesInAllBands(): Promise<void> {
  // Files 0 and 1 are those of `measureOneFile`.
  for (let number = 2; number <= 201; number++) {
    const metres = BANDS_BELOW_SURFACE[number % BANDS_BELOW_SURFACE.length]!;
    await recordFile(buildFileItem(memberId(number % UPLOADERS), number, { depth: fromMetres(metres) }));
  }
}

type IndexRow = Awaited<ReturnType<typeof readDepthIndex>>['rows'][number];

/** Measures the queries behind a page of 20 files. Returns the newest 20 rows that are visible at the highest depth. */
async function measureIndex(measure: MeasurePattern, viewer: string, highestDepth: number): Promise<IndexRow[]> {
  const readPage = (depth: number, index: 'ByText' | 'ByNumber' = 'ByText') =>
    readDepthIndex({ kind: 'FILE', index, depth, limit: 20, filters: [], from: {} });

  await measure('readDepthIndex, 20 newest, from 0 m', () => readPage(0));
  await measure('readDepthIndex, 20 newest, from 10,000 m', () => readPage(highestDepth));
  await measure('readDepthIndex, 20 largest, from 10,000 m', () => readPage(highestDepth, 'ByNumber'));

  const visibleRows = (await readPage(highestDepth)).rows;
  await measure('getFiles, 20', () => files.getFiles(visibleRows));
  await measure('findLiked, 20', () =>
    findLiked(
      viewer,
      visibleRows.map(({ pk }) => ({ pk, likeCount: 1 })),
    ),
  );

  return [...visibleRows];
}

/** Measures requests for a page of the file explorer: with more and more likes, and with all files in one band. */
async function measureExplorer(
  measure: MeasurePattern,
  highestMember: Profile,
  visibleRows: readonly IndexRow[],
): Promise<void> {
  // This member likes nothing, so that files with more likes than stored likers need a read.
  const otherMember = await createMember(101, 10_000);

  await measure('listFiles, 20 from 10,000 m, none liked', () => requestFiles(highestMember, {}), BUDGETS.files);
  for (const row of visibleRows) await setLike(highestMember, row, { liked: true });
  await measure('listFiles, 20 from 10,000 m, all liked', () => requestFiles(highestMember, {}), BUDGETS.files);

  // An item stores up to MAX_LIKERS likers. With the first like, each file has one more.
  for (let number = 0; number < MAX_LIKERS; number++) {
    const liker = { userId: memberId(500 + number), depth: highestMember.depth };
    for (const file of unsealAll(await files.getFiles(visibleRows)).values()) {
      await setLike(liker, { ...file, ...fileKey(file.key) }, { liked: true });
    }
  }
  await measure('listFiles, 20 from 10,000 m, 11 likes each', () => requestFiles(otherMember, {}), BUDGETS.files);

  for (let number = 0; number < 2 * UPLOADERS; number++) {
    await recordFile(buildFileItem(memberId(number % UPLOADERS), 300 + number, { depth: fromMetres(1000) }));
  }
  const label = 'listFiles, 20 from 10,000 m, the newest 40 in one band';
  await measure(label, () => requestFiles(highestMember, {}), BUDGETS.files);
}

/** Measures how a job stores its position, so that its next run continues there. */
async function measureJobProgress(measure: MeasurePattern): Promise<void> {
  await measure('saveJobProgress', () => saveJobProgress('reconcile', { token: 'a'.repeat(200) }));
  await measure('readJobProgress', () => readJobProgress('reconcile'));
  await measure('clearJobProgress', () => clearJobProgress('reconcile'));
}

/** Measures the access patterns of a single file: credit, texts, replaced bytes, likes, views, and deletion. */
async function measureOneFile(measure: MeasurePattern, uploader: string, viewer: string): Promise<void> {
  const file = { ...buildFileItem(uploader, 0), checksum: 'a'.repeat(44) };
  // This pattern comes first, so that the file is at 0 m, where the viewer is.
  await measure('creditFile', () => creditFile(file));
  await measure('changeDepth', () =>
    changeDepth({ userId: uploader, source: 'upload', sourceId: 'another', bytes: 1_048_576, purchasedCm: 0 }),
  );
  await measure('getFile', () => files.getFile(file.key));

  const ownFile = { fileId: fileIdOf(file.key), ownerId: uploader };
  await measure('setFileDetails, description', () => setFileDetails(ownFile, { description: 'A reef at noon' }));
  await measure('setFileDetails, name', () => setFileDetails(ownFile, { fileName: 'reef at noon.png' }));
  await measure('setFileDetails, depth', () => setFileDetails(ownFile, { depth: 0 }));

  const changedBytes = {
    size: file.size + 5000,
    contentType: file.contentType,
    etag: '"other"',
    checksum: 'b'.repeat(44),
  };
  await measure('recreditFile', () => recreditFile(file, changedBytes));
  await measure('holdsCopy', () => holdsCopy(uploader, changedBytes.checksum));

  const bottomViewer = { userId: viewer, depth: 0 };
  const caller = toCaller(viewer);
  const like = (key: string) => setLike(bottomViewer, fileKey(key), { liked: true });
  const unlike = (key: string) => setLike(bottomViewer, fileKey(key), { liked: false });

  await measure('setLike, like', () => like(file.key), BUDGETS.like);
  await measure('setLike, unlike', () => unlike(file.key), BUDGETS.like);
  await measure(
    'countView',
    () => files.countView(viewAsAuthor({ userId: uploader }, file), bottomViewer),
    BUDGETS.view,
  );

  await measureLargestFile(measure, uploader, viewer);
  await measure('likeFile, the whole request', () => likeFile(caller, { fileId: file.key, liked: true }), BUDGETS.like);
  await measure('viewFile, the whole request', () => viewFile(caller, { fileId: file.key }), BUDGETS.view);
  await measure('debitFile', async () => debitFile(unseal(await files.getFile(file.key))!));
}

/** Measures a like and a view of a file whose texts have their maximum length. Larger items cost more units. */
async function measureLargestFile(measure: MeasurePattern, uploader: string, viewer: string): Promise<void> {
  const bottomViewer = { userId: viewer, depth: 0 };
  const largestFile = buildFileItem(uploader, 1, { fileName: LONGEST_FILE_NAME, description: 'd'.repeat(1000) });
  await recordFile(largestFile);

  await measure(
    'setLike, largest item',
    () => setLike(bottomViewer, fileKey(largestFile.key), { liked: true }),
    BUDGETS.like,
  );
  await measure(
    'countView, largest item',
    () => files.countView(viewAsAuthor({ userId: uploader }, largestFile), bottomViewer),
    BUDGETS.view,
  );
}
