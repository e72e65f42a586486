/** Tests of many members who like, comment, and follow concurrently. Each must count. */
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import type { OpenProfile } from '../../../shared/contract/users.ts';
import { CONDUCT_LIMITS } from '../../../shared/rules/conduct-limits.ts';
import { registerMembers, retryWhileThrottled } from '../../support/concurrent-members.ts';
import { Member } from '../../support/member.ts';
import { readAllPages } from '../../support/pages.ts';

const CROWD_SIZE = 100;

let author: Member;
let postId: string;
let crowd: Member[];

/** Runs a call for all members concurrently and expects every call to succeed, with retries. */
async function runForAll(
  members: readonly Member[],
  run: (member: Member) => Promise<{ status: number }>,
): Promise<void> {
  const responses = await Promise.all(members.map((member) => retryWhileThrottled(() => run(member))));
  expect(responses.map(({ status }) => status)).toEqual(Array(members.length).fill(200));
}

/** Returns the author's post as the viewer sees it. */
const viewPost = async (viewer: Member) =>
  (await viewer.call(contract.posts.listOfMember, { userId: author.userId })).body.posts[0]!;

/** Returns a member's profile as the author sees it. */
const viewProfile = async ({ userId }: Member) =>
  (await author.call(contract.users.profile, { userId })).body.profile as OpenProfile;

/** Returns the IDs of all followers of a member, or of all members that this member follows. */
const readConnectionIds = async (list: 'followers' | 'following', { userId }: Member) =>
  (
    await readAllPages(async (after) => {
      const { body } = await author.call(contract.users[list], { userId, limit: 50, ...after });
      return [body.users.map(({ id }) => id), body.cursor];
    })
  ).flat();

describe.skipIf(inject('target').unsupported.crowds)('100 concurrent members', () => {
  beforeAll(async () => {
    author = await Member.register('Ada');
    postId = (await author.call(contract.posts.create, { content: 'Everyone at once, please' })).body.post.id;
    crowd = await registerMembers(CROWD_SIZE);
  });

  it('counts all concurrent likes of a post', async () => {
    await runForAll(crowd, (member) => member.call(contract.posts.like, { postId }));
    expect(await viewPost(author)).toMatchObject({ likeCount: CROWD_SIZE, likedByViewer: false });

    const [formerLikers, likers] = [crowd.slice(0, 30), crowd.slice(30)];
    await runForAll(formerLikers, (member) => member.call(contract.posts.unlike, { postId }));

    expect(await viewPost(formerLikers[0]!)).toMatchObject({ likeCount: likers.length, likedByViewer: false });
    expect(await viewPost(likers[0]!)).toMatchObject({ likeCount: likers.length, likedByViewer: true });
  });

  it('counts all concurrent comments on a post, which shows the newest comment', async () => {
    await runForAll(crowd, (member) => member.call(contract.posts.addComment, { postId, text: member.username }));
    const pages = await readAllPages(async (after) => {
      const { body } = await author.call(contract.posts.listComments, { postId, limit: 50, ...after });
      return [body.comments, body.cursor];
    });
    const comments = pages.flat();

    expect(comments.map(({ text }) => text).toSorted()).toEqual(crowd.map(({ username }) => username).toSorted());
    expect(await viewPost(author)).toMatchObject({ commentCount: CROWD_SIZE, newestComment: comments[0] });
  });

  it('counts all concurrent followers of a member', async () => {
    await runForAll(crowd, (member) => member.call(contract.users.follow, { userId: author.userId }));
    expect((await viewProfile(author)).followersCount).toBe(CROWD_SIZE);
    expect((await readConnectionIds('followers', author)).toSorted()).toEqual(
      crowd.map(({ userId }) => userId).toSorted(),
    );

    const [formerFollowers, followers] = [crowd.slice(0, 40), crowd.slice(40)];
    await runForAll(formerFollowers, (member) => member.call(contract.users.unfollow, { userId: author.userId }));

    expect((await viewProfile(author)).followersCount).toBe(followers.length);
    expect((await readConnectionIds('followers', author)).length).toBe(followers.length);
  });

  it('counts all concurrent follows by one member, up to 50 for a new member', async () => {
    const followedMembers = crowd.slice(0, CONDUCT_LIMITS.follows.new);
    await runForAll(followedMembers, ({ userId }) => author.call(contract.users.follow, { userId }));

    expect((await viewProfile(author)).followingCount).toBe(followedMembers.length);
    expect((await readConnectionIds('following', author)).toSorted()).toEqual(
      followedMembers.map(({ userId }) => userId).toSorted(),
    );
    expect((await viewProfile(followedMembers.at(-1)!)).followersCount).toBe(1);
  });
});
