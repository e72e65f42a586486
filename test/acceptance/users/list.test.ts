import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import type { Request } from '../../../shared/contract/endpoint.ts';
import type { ListedUser } from '../../../shared/contract/users.ts';
import { Member, send } from '../../support/member.ts';
import { everyPage } from '../../support/pages.ts';
import { rise } from '../../support/rising.ts';

type ListRequest = Request<typeof contract.users.list>;

/** In the name of everybody of this story, in any case, so that they can be told from others. */
const mark = randomUUID().slice(0, 8);

/** Names in the order of A to Z, each with the millimetres that they are above the bottom. */
const PEOPLE = [
  ['anna', 2],
  ['Bert', 5],
  ['CARLA', 0],
  ['dora', 4],
  ['Emil', 1],
  ['Zoé', 3],
] as const;

/** The same by name. */
const people = new Map<string, Member>();
let highest: Member;

const page = (member: Member, request: ListRequest = {}) => member.call(contract.users.list, { q: mark, ...request });

/** All pages of a list: a search passes much over, so a page of it may hold fewer than asked for, even nobody. */
const pagesOf = (member: Member, request: ListRequest = {}) =>
  everyPage<ListedUser>(async (after) => {
    const { body } = await page(member, { limit: 50, ...request, ...after });
    return [body.users, body.cursor];
  });

const all = async (member: Member, request?: ListRequest) => (await pagesOf(member, request)).flat();
const namesOf = (users: readonly ListedUser[]) => users.map(({ username }) => username.split(' ')[0]!);

beforeAll(async () => {
  await Promise.all(
    PEOPLE.map(async ([name, millimetres]) => {
      const member = await Member.register(`${name} ${name === 'Bert' ? mark.toUpperCase() : mark}`);
      await member.depth();
      await rise(member, millimetres);
      people.set(name, member);
    }),
  );
  highest = people.get('Bert')!;
});

describe('GET /users', () => {
  it.each<[ListRequest['sort'], string[]]>([
    ['depth', ['Bert', 'dora', 'Zoé', 'anna', 'Emil', 'CARLA']],
    ['contributions', ['Bert', 'dora', 'Zoé', 'anna', 'Emil', 'CARLA']],
    ['username', ['anna', 'Bert', 'CARLA', 'dora', 'Emil', 'Zoé']],
  ])('sorted by %s, is in order over all pages, and holds everybody once', async (sort, expected) => {
    for (const limit of [1, 50]) {
      const pages = await pagesOf(highest, { sort, limit });
      expect(namesOf(pages.flat())).toEqual(expected);
      for (const { length } of pages) expect(length).toBeLessThanOrEqual(limit);
    }
  });

  it('shows what Find Users shows of each, the viewer among them', async () => {
    await highest.call(contract.account.updateProfile, { username: `Bert ${mark}`, bio: 'I dive.\nI dive again.' });
    const bert = (await all(highest)).find(({ id }) => id === highest.userId);
    expect(bert).toEqual({
      id: highest.userId,
      username: `Bert ${mark}`,
      profilePicture: '',
      depth: 0.005,
      bio: 'I dive.\nI dive again.',
      contributedMB: expect.closeTo(0.5, 5),
      followersCount: 0,
      followingCount: 0,
      followedByViewer: false,
    });
  });

  it('shows nobody above the viewer, not by a millimetre, and all at their very depth', async () => {
    for (const [name, millimetres] of PEOPLE) {
      const expected = PEOPLE.filter(([, other]) => other <= millimetres).map(([other]) => other);
      for (const sort of ['depth', 'username', 'contributions'] as const) {
        expect(namesOf(await all(people.get(name)!, { sort })).toSorted()).toEqual(expected.toSorted());
      }
    }
  });

  it('finds part of a name, in any case, composed or not', async () => {
    for (const q of [`zoé ${mark}`, `ZOÉ ${mark.toUpperCase()}`, `Zoe\u0301 ${mark}`, ` oé ${mark.slice(0, 6)} `]) {
      expect(namesOf(await all(highest, { q }))).toEqual(['Zoé']);
    }
  });

  it('finds part of a bio, in any case, until it says something else', async () => {
    const word = `Kelp${randomUUID().slice(0, 8)}`;
    const dora = people.get('dora')!;
    const say = (bio: string) => dora.call(contract.account.updateProfile, { username: dora.username, bio });
    await say(`Line one\nI like ${word} a lot`);
    expect(namesOf(await all(highest, { q: `LIKE ${word.toUpperCase()} A` }))).toEqual(['dora']);
    await say('Line one');
    expect(await all(highest, { q: word })).toEqual([]);
  });

  it('finds members by their present name, and sorts them by it', async () => {
    const emil = people.get('Emil')!;
    await emil.call(contract.account.updateProfile, { username: `aaron ${mark}` });
    expect(namesOf(await all(highest, { sort: 'username' }))[0]).toBe('aaron');
    expect(await all(highest, { q: `emil ${mark}` })).toEqual([]);
    await emil.call(contract.account.updateProfile, { username: emil.username });
    expect(namesOf(await all(highest, { sort: 'username' }))).not.toContain('aaron');
  });

  it.each(['.*', '%', '_', `${mark}.`, '\\', '"', `${mark}' OR '1'='1`])(
    'takes a search for what it is, and finds nobody by "%s"',
    async (q) => {
      const found = await all(highest, { q: `${mark}${q}` });
      expect(found).toEqual([]);
    },
  );

  it('says of each whether the viewer follows them', async () => {
    const dora = people.get('dora')!;
    const anna = people.get('anna')!;
    const followed = async (viewer: Member) =>
      namesOf((await all(viewer)).filter(({ followedByViewer }) => followedByViewer));
    await dora.call(contract.users.follow, { userId: anna.userId });
    expect(await followed(dora)).toEqual(['anna']);
    expect(await followed(highest)).toEqual([]);
    expect((await all(highest)).find(({ id }) => id === anna.userId)?.followersCount).toBe(1);
    await dora.call(contract.users.unfollow, { userId: anna.userId });
    expect(await followed(dora)).toEqual([]);
  });

  it('shows ten to a page, unless asked for another number', async () => {
    await Promise.all(Array.from({ length: 6 }, () => Member.register().then((member) => member.depth())));
    expect((await highest.call(contract.users.list, {})).body.users).toHaveLength(10);
    expect((await highest.call(contract.users.list, { limit: 12 })).body.users).toHaveLength(12);
  });

  it('sorts by depth and shows everybody, when asked for nothing else', async () => {
    const pages = await everyPage<ListedUser>(async (after) => {
      const { body } = await highest.call(contract.users.list, after);
      return [body.users, body.cursor];
    });
    const ids = new Set([...people.values()].map(({ userId }) => userId));
    const found = pages.flat().filter(({ id }) => ids.has(id));
    expect(namesOf(found)).toEqual(['Bert', 'dora', 'Zoé', 'anna', 'Emil', 'CARLA']);
  });

  it('refuses the cursor of another sort, another search, another member, and nonsense', async () => {
    const { body } = await highest.call(contract.users.list, { limit: 1 });
    const cursor = body.cursor!;
    const attempts = [
      highest.call(contract.users.list, { cursor, sort: 'username' }),
      highest.call(contract.users.list, { cursor, q: mark }),
      people.get('anna')!.call(contract.users.list, { cursor }),
      highest.call(contract.users.list, { cursor: `x${cursor}` }),
      highest.call(contract.users.list, { cursor: 'nonsense' }),
    ];
    for (const { status, body } of await Promise.all(attempts)) {
      expect([status, body.code]).toEqual([400, 'InvalidCursor']);
    }
    expect((await highest.call(contract.users.list, { cursor, limit: 3, sort: 'depth', q: ' ' })).status).toBe(200);
  });

  it.each([
    'limit=0',
    'limit=51',
    'limit=1.5',
    'limit=x',
    'sort=loudest',
    'sort=',
    `q=${'x'.repeat(201)}`,
    `cursor=${'x'.repeat(10_001)}`,
    'depth=10000',
  ])('refuses ?%s', async (query) => {
    const { status, body } = await send('GET', `/users?${query}`, { token: highest.tokens.access });
    expect([status, body.code]).toEqual([400, 'InvalidInput']);
    expect(body.error).toContain(query.split('=')[0]);
  });
});
