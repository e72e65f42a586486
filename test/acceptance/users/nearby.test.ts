/** Tests of the five nearest members, up to 100 m above or below. See docs/product.md#finding-members. */
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { NEARBY_METRES } from '../../../shared/rules/limits.ts';
import { buyDepth } from '../../support/depth-changes.ts';
import { Member } from '../../support/member.ts';
import { RESERVED_DEPTHS } from '../../support/reserved-depths.ts';

const { unsupported } = inject('target');
const { from: reservedDepth } = RESERVED_DEPTHS['acceptance/users/nearby.test.ts'];

/** Depths of three groups of members, in metres. Members of different groups are not near each other. */
const VIEWER_METRES = reservedDepth + NEARBY_METRES;
const CROWD_METRES = reservedDepth + 4 * NEARBY_METRES;
const DISTANT_METRES = reservedDepth + 8 * NEARBY_METRES;

/** Distances from the viewer, in metres. */
const NEIGHBOURS = { first: -10, second: 20, third: -30, fourth: 40, fifth: -50, sixth: 60 };

let viewer: Member;
const neighbours: Record<string, Member> = {};

const listNearby = async (member: Member) => (await member.call(contract.users.nearby, {})).body.users;

async function registerAt(metres: number, name?: string): Promise<Member> {
  const member = await Member.register(name);
  await buyDepth(member, metres);
  return member;
}

/** Returns the distance from the viewer, in metres. */
const distanceOf = ({ depth }: { depth: number }) => Math.abs(depth - VIEWER_METRES);

describe('GET /users/nearby', () => {
  it('works for a member without a profile, who has just registered', async () => {
    const member = await Member.register();
    expect((await listNearby(member)).map(({ id }) => id)).not.toContain(member.userId);
  });
});

describe.skipIf(unsupported.cards)('GET /users/nearby at reserved depths', () => {
  beforeAll(async () => {
    const registrations = Object.entries(NEIGHBOURS).map(async ([name, distance]) => {
      neighbours[name] = await registerAt(VIEWER_METRES + distance, name);
    });
    [viewer] = await Promise.all([registerAt(VIEWER_METRES), ...registrations]);
  });

  it('returns the five nearest members above and below, nearest first, without the caller', async () => {
    const users = await listNearby(viewer);
    expect(users.map(({ username }) => username)).toEqual(['first', 'second', 'third', 'fourth', 'fifth']);
    expect(users.map(({ depth }) => depth)).toEqual(
      Object.values(NEIGHBOURS)
        .slice(0, 5)
        .map((distance) => VIEWER_METRES + distance),
    );

    const secondNeighbour = users.find(({ username }) => username === 'second');
    expect(secondNeighbour).toEqual({
      id: neighbours.second!.userId,
      username: 'second',
      profilePicture: '',
      depth: VIEWER_METRES + NEIGHBOURS.second,
      followedByViewer: false,
    });
  });

  it('states for each member whether the viewer follows them', async () => {
    await viewer.call(contract.users.follow, { userId: neighbours.third!.userId });
    const followedUsers = (await listNearby(viewer)).filter(({ followedByViewer }) => followedByViewer);
    expect(followedUsers.map(({ username }) => username)).toEqual(['third']);
  });

  it('uses current depths and usernames', async () => {
    // From 50 m below the viewer to 10 m above.
    await buyDepth(neighbours.fifth!, 60);
    await neighbours.fifth!.call(contract.account.updateProfile, { username: 'next door' });
    const users = await listNearby(viewer);

    expect(users.map(({ username }) => username)).toEqual(expect.arrayContaining(['first', 'next door', 'second']));
    expect(users.map(distanceOf)).toEqual([10, 10, 20, 30, 40]);
  });

  it('returns five of many members at the same depth, without the caller', async () => {
    const members = await Promise.all(Array.from({ length: 7 }, () => registerAt(CROWD_METRES)));
    for (const member of members.slice(0, 2)) {
      const users = await listNearby(member);
      expect(users).toHaveLength(5);
      expect(users.map(({ id }) => id)).not.toContain(member.userId);
    }
  });

  it('omits members more than 100 m away', async () => {
    // The first member is the viewer.
    const distances = [0, -100.1, -100, 100, 100.1];
    const [distantViewer] = await Promise.all(
      distances.map((distance) => registerAt(DISTANT_METRES + distance, `at ${distance}`)),
    );
    const readNames = async () => (await listNearby(distantViewer!)).map(({ username }) => username).toSorted();

    await expect.poll(readNames).toEqual(['at -100', 'at 100']);
  });
});
