/** Races of likes, follows, comments, posts, and profile edits. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import type { OpenProfile } from '../../shared/contract/users.ts';
import { CONDUCT_LIMITS } from '../../shared/rules/conduct-limits.ts';
import { Member } from '../support/member.ts';
import { readAllPages } from '../support/pages.ts';
import { RACERS, type RacedResponse, race, tally } from './support/parallel.ts';

const { posts, users, account } = contract;

/** The tally of a race in which every request succeeds. */
const ALL_SUCCEEDED = { '200': RACERS };

let author: Member;
let member: Member;

beforeAll(async () => {
  [author, member] = await Promise.all([Member.register(), Member.register()]);
  await Promise.all([author.ensureProfile(), member.ensureProfile()]);
});

const publish = async () => (await author.call(posts.create, { content: randomUUID() })).body.post.id;

const readOwnPosts = async () =>
  (await author.call(posts.listOfMember, { userId: author.userId, limit: 50 })).body.posts;

const findPost = async (postId: string, viewer = member) =>
  (await viewer.call(posts.listOfMember, { userId: author.userId, limit: 50 })).body.posts.find(
    ({ id }) => id === postId,
  );

/** Expects that each request succeeded, or got 404 because another request had already deleted the item. */
function expectSuccessOrNotFound(responses: readonly RacedResponse[]): void {
  const outcomes = Object.keys(tally(responses));
  expect(outcomes.filter((outcome) => !['200', '404 NotFound'].includes(outcome))).toEqual([]);
}

/** Returns all comments on a post. */
async function readComments(postId: string) {
  const pages = await readAllPages(async (after) => {
    const { body } = await member.call(posts.listComments, { postId, limit: 50, ...after });
    return [body.comments, body.cursor];
  });
  return pages.flat();
}

describe('likes of one member', () => {
  it('counts concurrent likes of one member once', async () => {
    const postId = await publish();
    expect(tally(await race(() => member.call(posts.like, { postId })))).toEqual(ALL_SUCCEEDED);
    expect(await findPost(postId)).toMatchObject({ likeCount: 1, likedByViewer: true });

    expect(tally(await race(() => member.call(posts.unlike, { postId })))).toEqual(ALL_SUCCEEDED);
    expect(await findPost(postId)).toMatchObject({ likeCount: 0, likedByViewer: false });
  });

  it('keeps the count equal to the likes when one member likes and unlikes concurrently', async () => {
    const postId = await publish();
    const responses = await race((racer) => member.call(racer % 2 ? posts.like : posts.unlike, { postId }));
    expect(tally(responses)).toEqual(ALL_SUCCEEDED);

    const { likeCount, likedByViewer } = (await findPost(postId))!;
    expect(likeCount).toBe(likedByViewer ? 1 : 0);
  });
});

describe('follows of one member', () => {
  it('counts concurrent follows once, and keeps the counts equal to the lists', async () => {
    const { userId } = author;
    /** Returns the author's followers, the member's follows, and whether the member follows the author. */
    const readCounts = async () => {
      const { body: profileResult } = await member.call(users.profile, { userId });
      const { body: meResult } = await member.call(account.me, {});
      const { body: followers } = await member.call(users.followers, { userId, limit: 50 });
      const { followersCount, followedByViewer } = profileResult.profile as OpenProfile;
      return {
        followersCount,
        followingCount: meResult.profile.followingCount,
        listedFollowers: followers.users.length,
        isFollowed: followedByViewer,
      };
    };
    const buildCounts = (isFollowed: boolean) => {
      const count = isFollowed ? 1 : 0;
      return { followersCount: count, followingCount: count, listedFollowers: count, isFollowed };
    };

    expect(tally(await race(() => member.call(users.follow, { userId })))).toEqual(ALL_SUCCEEDED);
    expect(await readCounts()).toEqual(buildCounts(true));

    const mixedResponses = await race((racer) => member.call(racer % 2 ? users.follow : users.unfollow, { userId }));
    expect(tally(mixedResponses)).toEqual(ALL_SUCCEEDED);

    const { isFollowed } = await readCounts();
    expect(await readCounts()).toEqual(buildCounts(isFollowed));

    expect(tally(await race(() => member.call(users.unfollow, { userId })))).toEqual(ALL_SUCCEEDED);
    expect(await readCounts()).toEqual(buildCounts(false));
  });

  it('counts both concurrent follows of two members who follow each other', async () => {
    const pair = [author, member] as const;
    const responses = await race((racer) =>
      pair[racer % 2]!.call(users.follow, { userId: pair[(racer + 1) % 2]!.userId }),
    );

    expect(tally(responses)).toEqual(ALL_SUCCEEDED);
    for (const { body } of await Promise.all(pair.map((member) => member.call(account.me, {})))) {
      expect(body.profile).toMatchObject({ followersCount: 1, followingCount: 1 });
    }
  });
});

describe('comments', () => {
  it('stores one comment for one idempotency key', async () => {
    const postId = await publish();
    const request = { postId, text: 'Once', idempotencyKey: randomUUID() };
    const responses = await race(() => member.call(posts.addComment, request));

    expect(tally(responses)).toEqual(ALL_SUCCEEDED);
    expect(new Set(responses.map(({ body }) => body.comment.id)).size).toBe(1);
    expect(await readComments(postId)).toHaveLength(1);
    expect(await findPost(postId)).toMatchObject({ commentCount: 1 });
  });

  it('stores one comment for one idempotency key and different texts', async () => {
    const postId = await publish();
    const idempotencyKey = randomUUID();
    const responses = await race((racer) =>
      member.call(posts.addComment, { postId, text: `Text ${racer}`, idempotencyKey }),
    );
    expect(tally(responses)).toEqual({ '200': 1, '409 Conflict': RACERS - 1 });

    const storedText = responses.find(({ status }) => status === 200)!.body.comment.text;
    expect((await readComments(postId)).map(({ text }) => text)).toEqual([storedText]);
  });

  it('counts all comments without a key, and each deletion once', async () => {
    const postId = await publish();
    const responses = await race((racer) => member.call(posts.addComment, { postId, text: `Text ${racer}` }));

    expect(tally(responses)).toEqual(ALL_SUCCEEDED);
    expect(await findPost(postId)).toMatchObject({ commentCount: RACERS });
    expect(await readComments(postId)).toHaveLength(RACERS);

    const commentId = responses[0]!.body.comment.id;
    const deletions = await race(() => member.call(posts.deleteComment, { postId, commentId }));

    expect(tally(deletions)['200']).toBeGreaterThan(0);
    expectSuccessOrNotFound(deletions);
    expect(await findPost(postId)).toMatchObject({ commentCount: RACERS - 1 });
    expect(await readComments(postId)).toHaveLength(RACERS - 1);
  });
});

describe('posts', () => {
  it('stores one post for one idempotency key', async () => {
    const request = { content: 'Once', idempotencyKey: randomUUID() };
    const responses = await race(() => author.call(posts.create, request));

    expect(tally(responses)).toEqual(ALL_SUCCEEDED);
    expect(new Set(responses.map(({ body }) => body.post.id)).size).toBe(1);
    expect((await readOwnPosts()).filter(({ content }) => content === 'Once')).toHaveLength(1);
  });

  it('deletes a post with the comments and likes that arrive concurrently', async () => {
    const postId = await publish();
    const commenter = await Member.register();
    const responses = await race<RacedResponse>((racer) => {
      if (racer === RACERS / 2) return author.call(posts.delete, { postId });
      return racer % 2
        ? commenter.call(posts.addComment, { postId, text: 'Late' })
        : commenter.call(posts.like, { postId });
    });

    expectSuccessOrNotFound(responses);
    expect(await findPost(postId)).toBeUndefined();
    expect(await findPost(postId, author)).toBeUndefined();
    expect((await member.call(posts.listComments, { postId })).status).toBe(404);

    // The author may repeat the deletion until the purge has ended.
    expectSuccessOrNotFound(await race(() => author.call(posts.delete, { postId })));
  });
});

describe('profile edits', () => {
  it('accepts edits up to the limit, and stores one of them completely, with one entry in Find Users', async () => {
    const mark = randomUUID().slice(0, 8);
    const responses = await race((racer) =>
      member.call(account.updateProfile, { username: `${mark} ${racer}`, bio: `Bio ${racer}` }),
    );
    const allowedChanges = CONDUCT_LIMITS.profileChanges.new;
    expect(tally(responses)).toEqual({ '200': allowedChanges, '429 LimitReached': RACERS - allowedChanges });

    const { username, bio } = (await member.call(account.me, {})).body.profile;
    expect(`${mark} ${bio.replace('Bio ', '')}`).toBe(username);

    for (const sort of ['username', 'depth', 'contributions'] as const) {
      const { body } = await author.call(users.list, { q: mark, sort, limit: 50 });
      expect(body.users.map((user) => user.username)).toEqual([username]);
    }
  });
});
