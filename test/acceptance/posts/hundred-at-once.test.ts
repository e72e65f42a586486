import { beforeAll, describe, expect, inject, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import type { OpenProfile } from '../../../shared/contract/users.ts';
import { crowdOf, retried } from '../../support/crowd.ts';
import { Member } from '../../support/member.ts';
import { everyPage } from '../../support/pages.ts';

let ada: Member;
let postId: string;
let crowd: Member[];

/** Lets these members do the same at once; everybody has to succeed in the end. */
async function all(members: readonly Member[], run: (member: Member) => Promise<{ status: number }>): Promise<void> {
  const answers = await Promise.all(members.map((member) => retried(() => run(member))));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
}

/** Ada's post, as somebody sees it. */
const postSeenBy = async (viewer: Member) =>
  (await viewer.call(contract.posts.listOfMember, { userId: ada.userId })).body.posts[0]!;

const countersOf = async ({ userId }: Member) =>
  (await ada.call(contract.users.profile, { userId })).body.profile as OpenProfile;

const idsOf = async (list: 'followers' | 'following', { userId }: Member) =>
  (
    await everyPage(async (after) => {
      const { body } = await ada.call(contract.users[list], { userId, limit: 50, ...after });
      return [body.users.map(({ id }) => id), body.cursor];
    })
  ).flat();

describe.skipIf(inject('target').lacks.crowds)('a hundred members at once', () => {
  beforeAll(async () => {
    ada = await Member.register('Ada');
    postId = (await ada.call(contract.posts.create, { content: 'Everybody at once, please' })).body.post.id;
    crowd = await crowdOf(100);
  });

  it('like a post, and it has a hundred likes', async () => {
    await all(crowd, (member) => member.call(contract.posts.like, { postId }));
    expect(await postSeenBy(ada)).toMatchObject({ likeCount: 100, likedByViewer: false });
    await all(crowd.slice(0, 30), (member) => member.call(contract.posts.unlike, { postId }));
    expect(await postSeenBy(crowd[0]!)).toMatchObject({ likeCount: 70, likedByViewer: false });
    expect(await postSeenBy(crowd[30]!)).toMatchObject({ likeCount: 70, likedByViewer: true });
  });

  it('comment on a post, and it has a hundred comments, and shows the newest of them', async () => {
    await all(crowd, (member) => member.call(contract.posts.addComment, { postId, text: member.username }));
    const pages = await everyPage(async (after) => {
      const { body } = await ada.call(contract.posts.listComments, { postId, limit: 50, ...after });
      return [body.comments, body.cursor];
    });
    const comments = pages.flat();
    expect(comments.map(({ text }) => text).toSorted()).toEqual(crowd.map(({ username }) => username).toSorted());
    expect(await postSeenBy(ada)).toMatchObject({ commentCount: 100, newestComment: comments[0] });
  });

  it('follow a member, and it has a hundred followers', async () => {
    await all(crowd, (member) => member.call(contract.users.follow, { userId: ada.userId }));
    expect((await countersOf(ada)).followersCount).toBe(100);
    expect((await idsOf('followers', ada)).toSorted()).toEqual(crowd.map(({ userId }) => userId).toSorted());
    await all(crowd.slice(0, 40), (member) => member.call(contract.users.unfollow, { userId: ada.userId }));
    expect((await countersOf(ada)).followersCount).toBe(60);
    expect((await idsOf('followers', ada)).length).toBe(60);
  });

  it('are followed by a member, who follows a hundred then', async () => {
    await all(crowd, ({ userId }) => ada.call(contract.users.follow, { userId }));
    expect((await countersOf(ada)).followingCount).toBe(100);
    expect((await idsOf('following', ada)).toSorted()).toEqual(crowd.map(({ userId }) => userId).toSorted());
    expect((await countersOf(crowd[99]!)).followersCount).toBe(1);
  });
});
