/** Tests of the list of members: visibility, sorts, search, and cursors. See docs/product.md#finding-members. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import type { Request } from '../../../shared/contract/endpoint.ts';
import type { ListedUser } from '../../../shared/contract/users.ts';
import { sendRequest } from '../../support/api-request.ts';
import { buyDepth, raiseDepth } from '../../support/depth-changes.ts';
import { Member } from '../../support/member.ts';
import { readAllPages } from '../../support/pages.ts';
import { RESERVED_DEPTHS } from '../../support/reserved-depths.ts';
import { messageAbout } from '../../support/validation-message.ts';

type ListRequest = Request<typeof contract.users.list>;

/** Every username here ends in this text, so that searches find only the members of this test. */
const mark = randomUUID().slice(0, 8);

/** Names in alphabetical order, with depths in millimetres. */
const NAMES_AND_DEPTHS = [
  ['anna', 2],
  ['Bert', 5],
  ['CARLA', 0],
  ['dora', 4],
  ['Élodie', 3],
  ['Emil', 1],
] as const;

/** The members of `NAMES_AND_DEPTHS`, by name. */
const membersByName = new Map<string, Member>();
let highestMember: Member;

const readPage = (member: Member, request: ListRequest = {}) =>
  member.call(contract.users.list, { q: mark, ...request });

/** Returns all pages of a list. A search skips many rows, so its pages can be short or empty. */
const readPages = (member: Member, request: ListRequest = {}) =>
  readAllPages<ListedUser>(async (after) => {
    const { body } = await readPage(member, { limit: 50, ...request, ...after });
    return [body.users, body.cursor];
  });

const listUsers = async (member: Member, request?: ListRequest) => (await readPages(member, request)).flat();
const namesOf = (users: readonly ListedUser[]) => users.map(({ username }) => username.split(' ')[0]!);

beforeAll(async () => {
  await Promise.all(
    NAMES_AND_DEPTHS.map(async ([name, millimetres]) => {
      // One mark has capitals, because searches ignore case.
      const member = await Member.register(`${name} ${name === 'Bert' ? mark.toUpperCase() : mark}`);
      await member.ensureProfile();
      await raiseDepth(member, millimetres);
      membersByName.set(name, member);
    }),
  );
  highestMember = membersByName.get('Bert')!;
});

describe('GET /users', () => {
  it.each<[ListRequest['sort'], string[]]>([
    ['depth', ['Bert', 'dora', 'Élodie', 'anna', 'Emil', 'CARLA']],
    // The same order, because only contributions have raised these members.
    ['contributions', ['Bert', 'dora', 'Élodie', 'anna', 'Emil', 'CARLA']],
    ['username', ['anna', 'Bert', 'CARLA', 'dora', 'Élodie', 'Emil']],
  ])('sorts by %s across pages and returns every member once', async (sort, expectedOrder) => {
    for (const limit of [1, 50]) {
      const pages = await readPages(highestMember, { sort, limit });
      expect(namesOf(pages.flat())).toEqual(expectedOrder);
      for (const { length } of pages) expect(length).toBeLessThanOrEqual(limit);
    }
  });

  it('returns all public fields of a member, even for the viewer', async () => {
    await highestMember.call(contract.account.updateProfile, {
      username: `Bert ${mark}`,
      bio: 'I dive.\nI dive again.',
    });
    const bert = (await listUsers(highestMember)).find(({ id }) => id === highestMember.userId);

    expect(bert).toEqual({
      id: highestMember.userId,
      username: `Bert ${mark}`,
      profilePicture: '',
      // Five test contributions of 1 mm, which add 0.1 MB each.
      depth: 0.005,
      bio: 'I dive.\nI dive again.',
      contributedMB: expect.closeTo(0.5, 5),
      followersCount: 0,
      followingCount: 0,
      followedByViewer: false,
    });
  });

  it('omits members 1 mm above the viewer and includes members at their depth', async () => {
    for (const [name, millimetres] of NAMES_AND_DEPTHS) {
      const visibleMembers = NAMES_AND_DEPTHS.filter(([, depth]) => depth <= millimetres);
      const expectedNames = visibleMembers.map(([username]) => username);
      for (const sort of ['depth', 'username', 'contributions'] as const) {
        const listedNames = namesOf(await listUsers(membersByName.get(name)!, { sort }));
        expect(listedNames.toSorted()).toEqual(expectedNames.toSorted());
      }
    }
  });

  it('finds the beginning of a username in any case and Unicode normalization', async () => {
    for (const q of [
      `élodie ${mark}`,
      `ÉLODIE ${mark.toUpperCase()}`,
      `E\u0301lodie ${mark}`,
      ` ÉLO ${mark.slice(0, 6)} `,
    ]) {
      expect(namesOf(await listUsers(highestMember, { q }))).toEqual(['Élodie']);
    }
  });

  it('finds members whose name and bio contain all words, in any order and with any spaces', async () => {
    const word = `Urchin${randomUUID().slice(0, 8)}`;
    const dora = membersByName.get('dora')!;
    await dora.call(contract.account.updateProfile, {
      username: dora.username,
      bio: `Counts each ${word} of the reef`,
    });

    for (const q of [`REEF ${word} dora`, `${word.slice(0, 10)}\t dora  ${mark}`]) {
      expect(namesOf(await listUsers(highestMember, { q }))).toEqual(['dora']);
    }
    expect(await listUsers(highestMember, { q: `${word} anna` })).toEqual([]);
  });

  it('finds nothing inside the words of a username or bio', async () => {
    const dora = membersByName.get('dora')!;
    await dora.call(contract.account.updateProfile, { username: dora.username, bio: 'Watches seahorses' });

    expect(namesOf(await listUsers(highestMember, { q: `${mark} seah` }))).toEqual(['dora']);
    for (const q of ['horses', 'ora', 'lodie']) {
      expect(await listUsers(highestMember, { q: `${mark} ${q}` })).toEqual([]);
    }
  });

  it('finds the beginnings of words of the current bio in any case', async () => {
    const word = `Kelp${randomUUID().slice(0, 8)}`;
    const dora = membersByName.get('dora')!;
    const updateBio = (bio: string) => dora.call(contract.account.updateProfile, { username: dora.username, bio });

    await updateBio(`Line one\nI like ${word} a lot`);
    expect(namesOf(await listUsers(highestMember, { q: `LIKE ${word.toUpperCase()} A` }))).toEqual(['dora']);

    await updateBio('Line one');
    expect(await listUsers(highestMember, { q: word })).toEqual([]);
  });

  it('searches and sorts by the current username', async () => {
    const emil = membersByName.get('Emil')!;
    await emil.call(contract.account.updateProfile, { username: `aaron ${mark}` });

    expect(namesOf(await listUsers(highestMember, { sort: 'username' }))[0]).toBe('aaron');
    expect(await listUsers(highestMember, { q: `emil ${mark}` })).toEqual([]);

    await emil.call(contract.account.updateProfile, { username: emil.username });
    expect(namesOf(await listUsers(highestMember, { sort: 'username' }))).not.toContain('aaron');
  });

  it.each(['.*', '%', '_', '.', '\\', '"', "' --"])('ignores "%s" after a word of a search', async (q) => {
    expect(await listUsers(highestMember, { q: `${mark}${q}` })).toHaveLength(NAMES_AND_DEPTHS.length);
  });

  it.each(['.*', '%', '_', '/', '//', '\\', '" "'])(
    'finds no one by "%s", because all names here have words',
    async (q) => {
      expect(await listUsers(highestMember, { q })).toEqual([]);
    },
  );

  it('states for each member whether the viewer follows them', async () => {
    const dora = membersByName.get('dora')!;
    const anna = membersByName.get('anna')!;
    const namesFollowedBy = async (viewer: Member) =>
      namesOf((await listUsers(viewer)).filter(({ followedByViewer }) => followedByViewer));
    await dora.call(contract.users.follow, { userId: anna.userId });

    expect(await namesFollowedBy(dora)).toEqual(['anna']);
    expect(await namesFollowedBy(highestMember)).toEqual([]);
    expect((await listUsers(highestMember)).find(({ id }) => id === anna.userId)?.followersCount).toBe(1);

    await dora.call(contract.users.unfollow, { userId: anna.userId });
    expect(await namesFollowedBy(dora)).toEqual([]);
  });

  it.skipIf(inject('target').unsupported.cards)('returns 10 members per page by default', async () => {
    const members = await Promise.all(Array.from({ length: 12 }, () => Member.register()));
    // No other test has members at this depth, so the first page shows only these members.
    const { from: reservedDepth } = RESERVED_DEPTHS['acceptance/users/list.test.ts'];
    await Promise.all(members.map((member) => buyDepth(member, reservedDepth)));

    const viewer = members[0]!;
    const ownIds = members.map(({ userId }) => userId);
    const readIds = async (request: ListRequest) =>
      (await viewer.call(contract.users.list, request)).body.users.map(({ id }) => id);
    const firstTen = await readIds({});

    expect(firstTen).toHaveLength(10);
    expect(ownIds).toEqual(expect.arrayContaining(firstTen));
    expect((await readIds({ limit: 12 })).toSorted()).toEqual(ownIds.toSorted());
  });

  it('sorts by depth without a search by default', async () => {
    const pages = await readAllPages<ListedUser>(async (after) => {
      const { body } = await highestMember.call(contract.users.list, after);
      return [body.users, body.cursor];
    });
    const ids = new Set([...membersByName.values()].map(({ userId }) => userId));
    const foundUsers = pages.flat().filter(({ id }) => ids.has(id));

    expect(namesOf(foundUsers)).toEqual(['Bert', 'dora', 'Élodie', 'anna', 'Emil', 'CARLA']);
  });

  it('rejects cursors of another sort, search, or member, and invalid cursors', async () => {
    const { body } = await highestMember.call(contract.users.list, { limit: 1 });
    const cursor = body.cursor!;
    const attempts = [
      highestMember.call(contract.users.list, { cursor, sort: 'username' }),
      highestMember.call(contract.users.list, { cursor, q: mark }),
      membersByName.get('anna')!.call(contract.users.list, { cursor }),
      highestMember.call(contract.users.list, { cursor: `x${cursor}` }),
      highestMember.call(contract.users.list, { cursor: 'nonsense' }),
    ];

    for (const { status, body } of await Promise.all(attempts)) {
      expect([status, body.code]).toEqual([400, 'InvalidCursor']);
    }
    expect((await highestMember.call(contract.users.list, { cursor, limit: 3, sort: 'depth', q: ' ' })).status).toBe(
      200,
    );
  });

  it.each(['limit=1', 'limit=50', `q=${'x'.repeat(200)}`])('accepts ?%s', async (query) => {
    const { status } = await sendRequest('GET', `/users?${query}`, { token: highestMember.tokens.access });
    expect(status).toBe(200);
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
  ])('rejects ?%s', async (query) => {
    const { status, body } = await sendRequest('GET', `/users?${query}`, { token: highestMember.tokens.access });
    expect([status, body.code]).toEqual([400, 'InvalidInput']);
    expect(body.error).toMatch(messageAbout(query.split('=')[0]!));
  });
});
