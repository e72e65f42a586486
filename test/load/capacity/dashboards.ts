import { readDashboard } from '../../../lambdas/account/dashboard.ts';
import { storeComment } from '../../../lambdas/table/comment.ts';
import { buildFilePut } from '../../../lambdas/table/file.ts';
import { fileKey, postKey } from '../../../lambdas/table/keys.ts';
import { setLike } from '../../../lambdas/table/like.ts';
import { storePost } from '../../../lambdas/table/post.ts';
import type { Profile } from '../../../lambdas/table/profile.ts';
import { transact } from '../../../lambdas/table/transaction.ts';
import { fromMetres } from '../../../shared/rules/depth.ts';
import { DASHBOARD_LIST_SIZE } from '../../../shared/rules/limits.ts';
import { toCaller } from '../caller.ts';
import { BUDGETS, type MeasurePattern } from './capacity-sheet.ts';
import { buildComment } from './posts.ts';
import {
  addFollows,
  buildFileItem,
  buildPostItem,
  createMember,
  memberId,
  switchToEmptyTable,
} from './small-community.ts';

/** Member number of the viewer. All other members have lower numbers. */
const VIEWER_NUMBER = 1000;

/** Number of posts and files in the dense case: more than the dashboard shows or one query reads. */
const DENSE_COUNT = 20;

/** Measures GET /dashboard: typical and worst cases, and how requests grow with the number of posts. */
export async function measureDashboards(measure: MeasurePattern): Promise<void> {
  await measureTypical(measure);
  for (const metres of [0, 10_000]) await measureGrowth(measure, metres);
  for (const density of ['dense', 'sparse'] as const) {
    for (const followedCount of [0, 200, 1000]) await measureWorst(measure, density, followedCount);
  }
}

/** Measures a community of twelve members, like the demo community of `npm start`. */
async function measureTypical(measure: MeasurePattern): Promise<void> {
  await switchToEmptyTable();

  const memberMetres = [0, 0, 0.02, 0.4, 1.2, 4, 9, 25, 80, 140, 150, 2400];
  const members = [];
  for (const [number, metres] of memberMetres.entries()) members.push(await createMember(number, metres));

  for (const [number, { userId, depth }] of members.entries()) {
    await storePost({ ...buildPostItem(userId, number), depth });
    await transact(() => [buildFilePut(buildFileItem(userId, number, { depth }))]);
    if (number % 2 === 0) await storeComment(buildCommentOn(number, memberId((number + 5) % 12)), members[11]!);
  }

  for (const number of [0, 10, 11]) {
    const viewer = members[number]!;
    for (const likedNumber of [0, 4, 8]) await setLike(viewer, postKey(postIdOf(likedNumber)), { liked: true });
    await addFollows(viewer.userId, number === 0 ? [] : [memberId(1), memberId(9)]);

    const depthLabel = `${memberMetres[number]!.toLocaleString('en-US')} m`;
    await measure(
      `readDashboard, a dozen members, from ${depthLabel}`,
      () => requestDashboard(viewer),
      BUDGETS.dashboard,
    );
  }
}

/** Measures the dashboard at one depth with zero, one, and five posts. */
async function measureGrowth(measure: MeasurePattern, metres: number): Promise<void> {
  await switchToEmptyTable();
  const viewer = await createMember(VIEWER_NUMBER, metres);
  const postCounts = [0, 1, DASHBOARD_LIST_SIZE];
  let storedPosts = 0;

  for (const count of postCounts) {
    for (; storedPosts < count; storedPosts++) {
      const { userId } = await createMember(storedPosts, metres + 500);
      await storePost(buildPostItem(userId, storedPosts, { metres }));
      await setLike(viewer, postKey(postIdOf(storedPosts)), { liked: true });
      await storeComment(buildCommentOn(storedPosts, viewer.userId), viewer);
    }

    const depthLabel = `${metres.toLocaleString('en-US')} m`;
    await measure(
      `readDashboard, from ${depthLabel}, posts there: ${count}`,
      () => requestDashboard(viewer),
      BUDGETS.dashboard,
    );
  }
}

/**
 * Measures the worst case, which shows 15 members: five wrote the posts, five uploaded the files and commented on the
 * posts, and five are nearby. The viewer likes everything.
 *
 * @param density - dense: many posts and files at the viewer's depth; sparse: five at the bottom, and none in between
 */
async function measureWorst(
  measure: MeasurePattern,
  density: 'dense' | 'sparse',
  followedCount: number,
): Promise<void> {
  await switchToEmptyTable();
  const metres = density === 'dense' ? 10_000 : 0;
  const count = density === 'dense' ? DENSE_COUNT : DASHBOARD_LIST_SIZE;
  const viewer = await createMember(VIEWER_NUMBER, 10_000);
  const authors = await createMembers(100);
  const uploaders = await createMembers(200);

  // The authors, the uploaders, and the viewer's likes.
  for (let number = 0; number < count; number++) {
    const { userId: author } = authors[number % authors.length]!;
    const { userId: uploader } = uploaders[number % uploaders.length]!;
    const file = buildFileItem(uploader, number, { depth: fromMetres(metres) });

    await storePost(buildPostItem(author, number, { metres }));
    await transact(() => [buildFilePut(file)]);
    await storeComment(buildCommentOn(number, uploader), viewer);
    await setLike(viewer, postKey(postIdOf(number)), { liked: true });
    await setLike(viewer, fileKey(file.key), { liked: true });
  }

  // Nearby members are at most 100 m away.
  for (let number = 0; number < DASHBOARD_LIST_SIZE; number++) await createMember(number, 9_990 + 3 * number);
  const followedIds = Array.from({ length: followedCount }, (_, number) => memberId(number));
  await addFollows(viewer.userId, followedIds);

  const label = `readDashboard, worst case, ${density}, following ${followedCount.toLocaleString('en-US')}`;
  await measure(label, () => requestDashboard(viewer), BUDGETS.dashboard);
}

/** Creates members above the viewer, as many as a list of the dashboard shows. Numbers them from `firstNumber`. */
function createMembers(firstNumber: number): Promise<Profile[]> {
  const numbers = Array.from({ length: DASHBOARD_LIST_SIZE }, (_, index) => firstNumber + index);
  return Promise.all(numbers.map((number) => createMember(number, 10_500)));
}

/** Requests the dashboard like a signed-in member. */
function requestDashboard({ userId }: Profile) {
  return readDashboard(toCaller(userId));
}

/** Returns the ID of the post with this number. */
function postIdOf(number: number): string {
  return buildPostItem('', number).postId;
}

/** Builds a member's comment on the post with this number. */
function buildCommentOn(number: number, userId: string) {
  return buildComment(postIdOf(number), userId);
}
