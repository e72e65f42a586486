/** Tests of the lists of followers and followed members. See docs/product.md#following. */
import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import type { PersonCard } from '../../../shared/contract/users.ts';
import { sendRequest } from '../../support/api-request.ts';
import { registerMembers } from '../../support/concurrent-members.ts';
import { raiseDepth, raiseDepthByUpload } from '../../support/depth-changes.ts';
import { Member } from '../../support/member.ts';
import { readAllPages } from '../../support/pages.ts';

type ListName = 'followers' | 'following';

const LISTS: ListName[] = ['followers', 'following'];

let popularMember: Member;
let newMember: Member;
/** Each of them follows the popular member and is followed back. */
let friends: Member[];

const listConnections = (
  viewer: Member,
  listName: ListName,
  { userId }: Pick<Member, 'userId'>,
  query: { limit?: number; cursor?: string } = {},
) => viewer.call(contract.users[listName], { userId, ...query });

const readPages = (viewer: Member, listName: ListName, member: Member, limit: number) =>
  readAllPages<PersonCard>(async (after) => {
    const { body } = await listConnections(viewer, listName, member, { limit, ...after });
    return [body.users, body.cursor];
  });

beforeAll(async () => {
  [popularMember, newMember] = (await registerMembers(2)) as [Member, Member];
  friends = await registerMembers(12);
  for (const friend of friends) {
    await friend.call(contract.users.follow, { userId: popularMember.userId });
    await popularMember.call(contract.users.follow, { userId: friend.userId });
  }
});

describe.each(LISTS)('GET /users/{userId}/%s', (listName) => {
  it.each([1, 5, 50])('returns every member once in pages of %i', async (limit) => {
    const pages = await readPages(newMember, listName, popularMember, limit);
    const ids = pages.flat().map(({ id }) => id);

    expect(ids.toSorted()).toEqual(friends.map(({ userId }) => userId).toSorted());
    expect(pages.length).toBe(Math.ceil(friends.length / limit));
  });

  it('returns 10 members per page by default', async () => {
    expect((await listConnections(popularMember, listName, popularMember)).body.users).toHaveLength(10);
  });

  it('returns identity cards with current usernames and whether the viewer follows them', async () => {
    const [friend] = friends;
    await friend!.call(contract.account.updateProfile, { username: 'Renamed', bio: 'Not for cards' });
    const cardSeenBy = async (viewer: Member) =>
      (await readPages(viewer, listName, popularMember, 50)).flat().find(({ id }) => id === friend!.userId);
    const card = { id: friend!.userId, username: 'Renamed', profilePicture: '', depth: 0 };

    expect(await cardSeenBy(popularMember)).toEqual({ ...card, followedByViewer: true });
    expect(await cardSeenBy(newMember)).toEqual({ ...card, followedByViewer: false });
  });

  it('returns an empty list for a member without connections', async () => {
    expect((await listConnections(popularMember, listName, newMember)).body).toEqual({
      success: true,
      users: [],
      cursor: null,
    });
  });

  it("returns 403 to viewers 1 mm below, and the list to the owner and to viewers at the owner's depth", async () => {
    const [member, memberAtSameDepth] = await registerMembers(2);
    await raiseDepth(member!, 1);
    const { status, body } = await listConnections(newMember, listName, member!);

    expect([status, body.code]).toEqual([403, 'DepthTooLow']);
    expect((await listConnections(member!, listName, member!)).status).toBe(200);

    await raiseDepth(memberAtSameDepth!, 1);
    expect((await listConnections(memberAtSameDepth!, listName, member!)).status).toBe(200);
  });

  it('states the missing metres in the 403 error', async () => {
    const member = await Member.register();
    await raiseDepthByUpload(member, 2);
    const { body } = await listConnections(newMember, listName, member);

    expect(body.error).toBe('You need to ascend 0.02m higher for this.');
  });

  it('returns 404 for an unknown member', async () => {
    const { status, body } = await listConnections(popularMember, listName, { userId: 'unknown-member' });
    expect([status, body.code, body.error]).toEqual([404, 'NotFound', 'User not found']);
  });

  it('rejects cursors of the other list, another member, or another viewer', async () => {
    const [friend] = friends;
    const otherList = LISTS.find((name) => name !== listName)!;
    const cursor = (await listConnections(popularMember, listName, popularMember, { limit: 2 })).body.cursor!;
    const attempts = [
      listConnections(popularMember, otherList, popularMember, { cursor }),
      listConnections(popularMember, listName, friend!, { cursor }),
      listConnections(newMember, listName, popularMember, { cursor }),
      listConnections(popularMember, listName, popularMember, { cursor: 'nonsense' }),
    ];

    for (const { status, body } of await Promise.all(attempts)) {
      expect([status, body.code]).toEqual([400, 'InvalidCursor']);
    }
  });

  it.each(['limit=0', 'limit=51', 'limit=x', 'sort=depth'])('rejects ?%s', async (query) => {
    const response = await sendRequest('GET', `/users/${popularMember.userId}/${listName}?${query}`, {
      token: popularMember.tokens.access,
    });
    expect([response.status, response.body.code]).toEqual([400, 'InvalidInput']);
  });
});

describe('GET /users/{userId}/followers after a follower rises', () => {
  it('keeps the follower, with their current depth', async () => {
    const [member, follower] = await registerMembers(2);
    await follower!.call(contract.users.follow, { userId: member!.userId });
    await raiseDepthByUpload(follower!, 1);
    const { body } = await listConnections(member!, 'followers', member!);

    expect(body.users).toMatchObject([{ id: follower!.userId, depth: 0.01 }]);
  });
});
