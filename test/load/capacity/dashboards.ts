import { readDashboard } from '../../../lambdas/account/dashboard.ts';
import { addComment } from '../../../lambdas/table/comment.ts';
import { putFile } from '../../../lambdas/table/file.ts';
import { fileKey, postKey } from '../../../lambdas/table/keys.ts';
import { setLike } from '../../../lambdas/table/like.ts';
import { addPost } from '../../../lambdas/table/post.ts';
import type { Profile } from '../../../lambdas/table/profile.ts';
import { transact } from '../../../lambdas/table/transaction.ts';
import { fromMetres } from '../../../shared/depth/depth.ts';
import { DASHBOARD_LIST_SIZE } from '../../../shared/depth/limits.ts';
import { BUDGETS, type Pattern } from './capacity-sheet.ts';
import { comment } from './posts.ts';
import { followAll, join, personId, recordedFile, storedPost, switchToEmptyTable } from './small-community.ts';

const VIEWER = 1000;
/** Posts, and files, of dense waters: more than the dashboard shows, or one query reads. */
const CROWD = 20;

/** What GET /dashboard costs, and whether its requests grow with what it shows. */
export async function measureDashboards(pattern: Pattern): Promise<void> {
  await measureTypical(pattern);
  for (const metres of [0, 10_000]) await measureGrowth(pattern, metres);
  for (const waters of ['dense', 'sparse'] as const) {
    for (const following of [0, 200, 1000]) await measureWorst(pattern, waters, following);
  }
}

/** A community of a dozen as `npm start` shows it: some likes, some comments, and everybody writes more than once. */
async function measureTypical(pattern: Pattern): Promise<void> {
  await switchToEmptyTable();
  const heights = [0, 0, 0.02, 0.4, 1.2, 4, 9, 25, 80, 140, 150, 2400];
  const people = [];
  for (const [number, metres] of heights.entries()) people.push(await join(number, metres));
  for (const [number, person] of people.entries()) {
    await addPost({ ...storedPost(person.userId, number), depth: person.depth });
    await transact(() => [putFile(recordedFile(person.userId, number, { depth: person.depth }))]);
    if (number % 2 === 0) await addComment(commentOn(number, personId((number + 5) % 12)), people[11]!, []);
  }
  for (const number of [0, 10, 11]) {
    const viewer = people[number]!;
    for (const liked of [0, 4, 8]) await setLike(viewer, postKey(postId(liked)), true);
    await followAll(viewer.userId, number === 0 ? [] : [personId(1), personId(9)]);
    const from = `${heights[number]!.toLocaleString('en-US')} m`;
    await pattern(`readDashboard, a dozen members, from ${from}`, () => dashboard(viewer), BUDGETS.dashboard);
  }
}

/** The same place with no post, with one, with five. */
async function measureGrowth(pattern: Pattern, metres: number): Promise<void> {
  await switchToEmptyTable();
  const viewer = await join(VIEWER, metres);
  const counted = [0, 1, DASHBOARD_LIST_SIZE];
  let posts = 0;
  for (const wanted of counted) {
    for (; posts < wanted; posts++) {
      const { userId } = await join(posts, metres + 500);
      await addPost(storedPost(userId, posts, { metres }));
      await setLike(viewer, postKey(postId(posts)), true);
      await addComment(commentOn(posts, viewer.userId), viewer, []);
    }
    const from = `${metres.toLocaleString('en-US')} m`;
    await pattern(`readDashboard, from ${from}, posts there: ${wanted}`, () => dashboard(viewer), BUDGETS.dashboard);
  }
}

/**
 * Fifteen people: five wrote the posts, five uploaded the files, five are near; the uploaders have commented on the
 * posts. The viewer likes everything.
 *
 * @param waters - dense: many posts and files lie where the viewer is; sparse: five do, at the bottom, with nothing
 *   between
 */
async function measureWorst(pattern: Pattern, waters: 'dense' | 'sparse', following: number): Promise<void> {
  await switchToEmptyTable();
  const metres = waters === 'dense' ? 10_000 : 0;
  const count = waters === 'dense' ? CROWD : DASHBOARD_LIST_SIZE;
  const viewer = await join(VIEWER, 10_000);
  const [authors, uploaders] = [await joinSome(100), await joinSome(200)];
  for (let number = 0; number < count; number++) {
    const [author, uploader] = [authors, uploaders].map((some) => some[number % some.length]!.userId);
    const file = recordedFile(uploader!, number, { depth: fromMetres(metres) });
    await addPost(storedPost(author!, number, { metres }));
    await transact(() => [putFile(file)]);
    await addComment(commentOn(number, uploader!), viewer, []);
    await setLike(viewer, postKey(postId(number)), true);
    await setLike(viewer, fileKey(file.key), true);
  }
  for (let number = 0; number < DASHBOARD_LIST_SIZE; number++) await join(number, 9_990 + 3 * number);
  const others = Array.from({ length: following }, (_, number) => personId(number));
  await followAll(viewer.userId, others);
  const label = `readDashboard, the worst in ${waters} waters, following ${following.toLocaleString('en-US')}`;
  await pattern(label, () => dashboard(viewer), BUDGETS.dashboard);
}

function joinSome(first: number): Promise<Profile[]> {
  return Promise.all(Array.from({ length: DASHBOARD_LIST_SIZE }, (_, number) => join(first + number, 10_500)));
}

function dashboard({ userId, username }: Profile) {
  return readDashboard({ userId, username });
}

function postId(number: number): string {
  return storedPost('', number).postId;
}

function commentOn(number: number, userId: string) {
  return comment(postId(number), userId);
}
