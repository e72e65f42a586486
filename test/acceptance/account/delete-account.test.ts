/**
 * Tests of the deletion of an account. It is hidden immediately, for everyone. See docs/product.md#account-deletion.
 */
import { describe, expect, inject, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { Member, putBytes, storeBytes } from '../../support/member.ts';
import { createPng } from '../../support/sample-files.ts';
import { handshake, MemberSocket } from '../../support/socket.ts';

const { deleteAccount } = contract.account;

/** Registers two members who follow each other and like each other's post; the leaver also comments. */
async function registerConnectedMembers() {
  const [leaver, friend] = await Promise.all([Member.register(), Member.register()]);
  const { body: friendPost } = await friend.call(contract.posts.create, { content: 'Who is there?' });
  const { body: leaverPost } = await leaver.call(contract.posts.create, { content: 'I was here' });
  const postId = friendPost.post.id;

  await leaver.call(contract.posts.like, { postId });
  await leaver.call(contract.posts.addComment, { postId, text: 'Me!' });
  await leaver.call(contract.users.follow, { userId: friend.userId });
  await friend.call(contract.users.follow, { userId: leaver.userId });
  await friend.call(contract.posts.like, { postId: leaverPost.post.id });

  return { leaver, friend, friendPost: friendPost.post, leaverPost: leaverPost.post };
}

/** Sends requests that a member with an account may send. Some are about a friend, or about the friend's post. */
function callMemberEndpoints(leaver: Member, friend: Member, postId: string) {
  return Promise.all([
    leaver.call(contract.account.me, {}),
    leaver.call(contract.account.dashboard, {}),
    leaver.call(contract.posts.create, { content: 'A ghost' }),
    leaver.call(contract.posts.like, { postId }),
    leaver.call(contract.posts.addComment, { postId, text: 'Boo' }),
    leaver.call(contract.users.follow, { userId: friend.userId }),
    leaver.call(contract.users.unfollow, { userId: friend.userId }),
    leaver.call(contract.users.get, { userId: friend.userId }),
    leaver.call(contract.users.batch, { userIds: friend.userId }),
    leaver.call(contract.users.list, {}),
    leaver.call(contract.files.list, {}),
    leaver.call(contract.files.upload, {
      fileName: 'ghost.png',
      fileType: 'image/png',
      fileSize: 1000,
      checksum: 'x'.repeat(43).concat('='),
    }),
    leaver.call(contract.account.updateProfile, { username: 'Ghost' }),
    leaver.call(contract.account.testContribution, {}),
  ]);
}

describe('DELETE /users/delete', () => {
  it("hides the member's card, profile, and posts immediately, and rejects new followers", async () => {
    const { leaver, friend, leaverPost } = await registerConnectedMembers();
    const { status } = await leaver.call(deleteAccount, { userId: leaver.userId });
    expect(status).toBe(200);

    const card = await friend.call(contract.users.get, { userId: leaver.userId });
    expect(card.body.user).toEqual({ id: leaver.userId, username: 'Deleted user', profilePicture: '', depth: 0 });

    const profile = await friend.call(contract.users.profile, { userId: leaver.userId });
    expect([profile.status, profile.body.code, profile.body.error]).toEqual([404, 'NotFound', 'User not found']);

    const posts = await friend.call(contract.posts.listOfMember, { userId: leaver.userId });
    expect([posts.status, posts.body.code]).toEqual([404, 'NotFound']);

    const feed = await friend.call(contract.account.dashboard, {});
    expect(feed.body.posts.map(({ id }) => id)).not.toContain(leaverPost.id);

    const follow = await friend.call(contract.users.follow, { userId: leaver.userId });
    expect([follow.status, follow.body.code]).toEqual([404, 'NotFound']);
  });

  it('removes likes, comments, and follows, and lowers their counts', async () => {
    const { leaver, friend, friendPost } = await registerConnectedMembers();
    await leaver.call(deleteAccount, {});

    const readTraces = async () => ({
      posts: (await friend.call(contract.posts.listOfMember, { userId: friend.userId })).body.posts,
      comments: (await friend.call(contract.posts.listComments, { postId: friendPost.id })).body.comments,
      profile: (await friend.call(contract.account.me, {})).body.profile,
      followers: (await friend.call(contract.users.followers, { userId: friend.userId })).body.users,
    });

    await expect.poll(readTraces, { interval: 250 }).toMatchObject({
      posts: [{ id: friendPost.id, likeCount: 0, commentCount: 0, newestComment: null }],
      comments: [],
      profile: { followersCount: 0, followingCount: 0 },
      followers: [],
    });
  });

  it('rejects the access token and further sign-ins', async () => {
    const { leaver, friend, friendPost } = await registerConnectedMembers();
    await leaver.call(deleteAccount, {});

    const responses = await callMemberEndpoints(leaver, friend, friendPost.id);

    expect(responses.map(({ status, body }) => [status, body.code])).toEqual(
      responses.map(() => [401, 'Unauthenticated']),
    );
    await expect(leaver.signInAgain()).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  });

  it('succeeds for concurrent and later requests', async () => {
    const { leaver, friend } = await registerConnectedMembers();
    const responses = await Promise.all(Array.from({ length: 5 }, () => leaver.call(deleteAccount, {})));

    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await leaver.call(deleteAccount, {})).status).toBe(200);

    const readProfile = async () => (await friend.call(contract.account.me, {})).body.profile;
    await expect.poll(readProfile, { interval: 250 }).toMatchObject({ followersCount: 0, followingCount: 0 });
  });

  it('breaks download links of files and pictures immediately', async () => {
    const leaver = await Member.register();
    const png = createPng(3000);
    const { url, key } = await leaver.upload('secret.png', 'image/png', png);
    const { body: viewResult } = await leaver.call(contract.files.view, { fileId: key });
    const picture = await leaver.prepareUpload(png, { purpose: 'post' });

    await storeBytes(picture, png);
    const { body: createResult } = await leaver.call(contract.posts.create, {
      content: 'Look',
      imageId: picture.fileId,
    });
    const urls = [url, viewResult.url, createResult.post.imageUrl!];
    const statuses = () => Promise.all(urls.map(async (link) => (await fetch(link)).status));

    expect(await statuses()).toEqual([200, 200, 200]);

    await leaver.call(deleteAccount, {});
    // S3 returns 403 for a missing object if the function that signed the link can't list the bucket.
    for (const status of await statuses()) expect([403, 404]).toContain(status);
  });

  it('rejects the metadata of a file that arrives through a link signed before the deletion', async () => {
    const leaver = await Member.register();
    const png = createPng(3000);
    const upload = await leaver.prepareUpload(png);

    await leaver.call(deleteAccount, {});
    expect((await putBytes(upload, png)).status).toBe(200);

    const saveResponse = await leaver.call(contract.files.saveMetadata, { fileId: upload.fileId });
    expect([saveResponse.status, saveResponse.body.code]).toEqual([401, 'Unauthenticated']);
  });

  it('closes open sockets, and opens no socket with an unused ticket', async () => {
    const leaver = await Member.register();
    const socket = await MemberSocket.open(leaver);
    const { body } = await leaver.call(contract.sockets.ticket, {});
    const closeCode = socket.waitForClose();

    await leaver.call(deleteAccount, {});
    expect(await closeCode).toBe(1000);

    const url = `${inject('target').config.socketUrl}?ticket=${encodeURIComponent(body.ticket)}`;
    await expect(handshake(url)).rejects.toThrow(/40[13]/);
  });

  it("returns 403 for another member's account, and keeps both accounts", async () => {
    const { leaver, friend } = await registerConnectedMembers();
    const { status, body } = await friend.call(deleteAccount, { userId: leaver.userId });

    expect([status, body.code]).toEqual([403, 'NotYou']);
    expect((await leaver.call(contract.account.me, {})).status).toBe(200);
    expect((await friend.call(contract.account.me, {})).status).toBe(200);
  });
});
