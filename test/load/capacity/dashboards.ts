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
import { createComment } from './posts.ts';
import {
  addFollows,
  buildFileItem,
  buildPostItem,
  createMember,
  memberId,
  switchToEmptyTable,
} from './small-community.ts';

const VIEWER = 1000;
/** Posts and files in the dense case: more than the dashboard shows or one query reads. */
const DENSE_COUNT = 20;

/** Measures GET /dashboard: typical and worst cases, and how requests grow with the number of posts. */
export async function measureDashboards(measure: MeasurePattern): Promise<void> {
  await measureTypical(measure);
  for (const metres of [0, 10_000]) await measureGrowth(measure, metres);
  for (const density of ['dense', 'sparse'] as const) {
    for (const following of [0, 200, 1000]) await measureWorst(measure, density, following);
  }
}

/** A community of twelve members, like the demo community of `npm start`. */
async function measureTypical(measure: MeasurePattern): Promise<void> {
  await switchToEmptyTable();
  const depths = [0, 0, 0.02, 0.4, 1.2, 4, 9, 25, 80, 140, 150, 2400];
  const people = [];
  for (const [number, metres] of depths.entries()) people.push(await createMember(number, metres));

  for (const [number, person] of people.entries()) {
    await storePost({ ...buildPostItem(person.userId, number), depth: person.depth });
    await transact(() => [buildFilePut(buildFileItem(person.userId, number, { depth: person.depth }))]);
    if (number % 2 === 0) await storeComment(createCommentOn(number, memberId((number + 5) % 12)), people[11]!, []);
  }

  for (const number of [0, 10, 11]) {
    const viewer = people[number]!;
    for (const number of [0, 4, 8]) await setLike(viewer, postKey(postId(number)), true);
    await addFollows(viewer.userId, number === 0 ? [] : [memberId(1), memberId(9)]);
    const depthLabel = `${depths[number]!.toLocaleString('en-US')} m`;
    await measure(
      `readDashboard, a dozen members, from ${depthLabel}`,
      () => requestDashboard(viewer),
      BUDGETS.dashboard,
    );
  }
}

/** The same depth with zero, one, and five posts. */
async function measureGrowth(measure: MeasurePattern, metres: number): Promise<void> {
  await switchToEmptyTable();
  const viewer = await createMember(VIEWER, metres);
  const postCounts = [0, 1, DASHBOARD_LIST_SIZE];
  let posts = 0;

  for (const count of postCounts) {
    for (; posts < count; posts++) {
      const { userId } = await createMember(posts, metres + 500);
      await storePost(buildPostItem(userId, posts, { metres }));
      await setLike(viewer, postKey(postId(posts)), true);
      await storeComment(createCommentOn(posts, viewer.userId), viewer, []);
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
 * The worst case shows 15 members: five wrote the posts, five uploaded the files and commented on the posts, and five
 * are nearby. The viewer likes everything.
 *
 * @param density - dense: many posts and files at the viewer's depth; sparse: five at the bottom, and none in between
 */
async function measureWorst(measure: MeasurePattern, density: 'dense' | 'sparse', following: number): Promise<void> {
  await switchToEmptyTable();
  const metres = density === 'dense' ? 10_000 : 0;
  const count = density === 'dense' ? DENSE_COUNT : DASHBOARD_LIST_SIZE;
  const viewer = await createMember(VIEWER, 10_000);
  const [authors, uploaders] = [await createMembers(100), await createMembers(200)];

  for (let number = 0; number < count; number++) {
    const [author, uploader] = [authors, uploaders].map((members) => members[number % members.length]!.userId);
    const file = buildFileItem(uploader!, number, { depth: fromMetres(metres) });
    await storePost(buildPostItem(author!, number, { metres }));
    await transact(() => [buildFilePut(file)]);
    await storeComment(createCommentOn(number, uploader!), viewer, []);
    await setLike(viewer, postKey(postId(number)), true);
    await setLike(viewer, fileKey(file.key), true);
  }

  for (let number = 0; number < DASHBOARD_LIST_SIZE; number++) await createMember(number, 9_990 + 3 * number);
  const others = Array.from({ length: following }, (_, number) => memberId(number));

  await addFollows(viewer.userId, others);
  const label = `readDashboard, worst case, ${density}, following ${following.toLocaleString('en-US')}`;
  await measure(label, () => requestDashboard(viewer), BUDGETS.dashboard);
}

function createMembers(first: number): Promise<Profile[]> {
  return Promise.all(Array.from({ length: DASHBOARD_LIST_SIZE }, (_, number) => createMember(first + number, 10_500)));
}

function requestDashboard({ userId }: Profile) {
  return readDashboard(toCaller(userId));
}

function postId(number: number): string {
  return buildPostItem('', number).postId;
}

function createCommentOn(number: number, userId: string) {
  return createComment(postId(number), userId);
}
