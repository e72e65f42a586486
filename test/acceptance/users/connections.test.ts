import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import type { PersonCard } from '../../../shared/contract/users.ts';
import { crowdOf } from '../../support/crowd.ts';
import { Member, send } from '../../support/member.ts';
import { everyPage } from '../../support/pages.ts';
import { rise, riseByUpload } from '../../support/rising.ts';

type List = 'followers' | 'following';

const LISTS: List[] = ['followers', 'following'];

let ada: Member;
let newcomer: Member;
/** Each follows Ada, and is followed by her. */
let friends: Member[];

const list = (
  viewer: Member,
  which: List,
  { userId }: Pick<Member, 'userId'>,
  query: { limit?: number; cursor?: string } = {},
) => viewer.call(contract.users[which], { userId, ...query });

const pagesOf = (viewer: Member, which: List, member: Member, limit: number) =>
  everyPage<PersonCard>(async (after) => {
    const { body } = await list(viewer, which, member, { limit, ...after });
    return [body.users, body.cursor];
  });

beforeAll(async () => {
  [ada, newcomer] = (await crowdOf(2)) as [Member, Member];
  friends = await crowdOf(12);
  for (const friend of friends) {
    await friend.call(contract.users.follow, { userId: ada.userId });
    await ada.call(contract.users.follow, { userId: friend.userId });
  }
});

describe.each(LISTS)('GET /users/{userId}/%s', (which) => {
  it.each([1, 5, 50])('in pages of %i, holds everybody once', async (limit) => {
    const pages = await pagesOf(newcomer, which, ada, limit);
    const ids = pages.flat().map(({ id }) => id);
    expect(ids.toSorted()).toEqual(friends.map(({ userId }) => userId).toSorted());
    expect(pages.length).toBe(Math.ceil(12 / limit));
  });

  it('shows ten to a page, unless asked for another number', async () => {
    expect((await list(ada, which, ada)).body.users).toHaveLength(10);
  });

  it('shows identity cards, with present names, and whom the viewer follows', async () => {
    const [friend] = friends;
    await friend!.call(contract.account.updateProfile, { username: 'Renamed', bio: 'Not for cards' });
    const cardSeenBy = async (viewer: Member) =>
      (await pagesOf(viewer, which, ada, 50)).flat().find(({ id }) => id === friend!.userId);
    const card = { id: friend!.userId, username: 'Renamed', profilePicture: '', depth: 0 };
    expect(await cardSeenBy(ada)).toEqual({ ...card, followedByViewer: true });
    expect(await cardSeenBy(newcomer)).toEqual({ ...card, followedByViewer: false });
  });

  it('is empty for somebody without', async () => {
    expect((await list(ada, which, newcomer)).body).toEqual({ success: true, users: [], cursor: null });
  });

  it('is closed to whoever is below, by however little, and open to its owner', async () => {
    const [member, level] = await crowdOf(2);
    await rise(member!);
    const { status, body } = await list(newcomer, which, member!);
    expect([status, body.code]).toEqual([403, 'DepthTooLow']);
    expect((await list(member!, which, member!)).status).toBe(200);
    await rise(level!);
    expect((await list(level!, which, member!)).status).toBe(200);
  });

  it('says how much higher one has to be', async () => {
    const member = await Member.register();
    await riseByUpload(member, 2);
    const { body } = await list(newcomer, which, member);
    expect(body.error).toBe('You need to ascend 0.02m higher for this.');
  });

  it('answers that there is no such member', async () => {
    const { status, body } = await list(ada, which, { userId: 'nobody-at-all' });
    expect([status, body.code, body.error]).toEqual([404, 'NotFound', 'User not found']);
  });

  it('refuses the cursor of the other list, of another member, and of another viewer', async () => {
    const [friend] = friends;
    const other = LISTS.find((name) => name !== which)!;
    const cursor = (await list(ada, which, ada, { limit: 2 })).body.cursor!;
    const attempts = [
      list(ada, other, ada, { cursor }),
      list(ada, which, friend!, { cursor }),
      list(newcomer, which, ada, { cursor }),
      list(ada, which, ada, { cursor: 'nonsense' }),
    ];
    for (const { status, body } of await Promise.all(attempts)) {
      expect([status, body.code]).toEqual([400, 'InvalidCursor']);
    }
  });

  it.each(['limit=0', 'limit=51', 'limit=x', 'sort=depth'])('refuses ?%s', async (query) => {
    const answer = await send('GET', `/users/${ada.userId}/${which}?${query}`, { token: ada.tokens.access });
    expect([answer.status, answer.body.code]).toEqual([400, 'InvalidInput']);
  });
});

describe('a follower who rises above', () => {
  it('stays in the list, as a card of where they are now', async () => {
    const [star, riser] = await crowdOf(2);
    await riser!.call(contract.users.follow, { userId: star!.userId });
    await riseByUpload(riser!, 1);
    const { body } = await list(star!, 'followers', star!);
    expect(body.users).toMatchObject([{ id: riser!.userId, depth: 0.01 }]);
  });
});
