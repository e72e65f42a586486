import { beforeAll, describe, expect, inject, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { confirmCard } from '../../support/card.ts';
import { raiseDepthByUpload } from '../../support/depth-changes.ts';
import { Member } from '../../support/member.ts';

/** Distances from the viewer, in steps of 0.125 MB. The viewer is at 5.5 cm, where no other test has members. */
const NEIGHBOURS = { first: -1, second: 2, third: -3, fourth: 4, fifth: -5, sixth: 6 };

const { config, unsupported } = inject('target');

const VIEWER_MEGABYTES = 5.5;
const STEP_MEGABYTES = 0.125;
const STEP_METRES = 0.001_25;

let viewer: Member;
const neighbours: Record<string, Member> = {};

const nearby = async (member: Member) => (await member.call(contract.users.nearby, {})).body.users;

async function memberAt(name: string, steps: number): Promise<Member> {
  const member = await Member.register(name);
  await raiseDepthByUpload(member, VIEWER_MEGABYTES + steps * STEP_MEGABYTES);
  return member;
}

/** Registers a member who buys this depth. */
async function buyerAt(metres: number): Promise<Member> {
  const member = await Member.register(`at ${metres}`);
  await member.getDepth();
  const { body } = await member.call(contract.payments.createPaymentIntent, {
    amount: Math.round(metres),
    depth: metres,
  });
  await confirmCard(config, body);
  await expect.poll(() => member.getDepth()).toBe(metres);
  return member;
}

/** Returns the distance from the viewer, in steps. */
const distanceOf = ({ depth }: { depth: number }) => Math.round(Math.abs(depth - 0.055) / STEP_METRES);

beforeAll(async () => {
  const registrations = Object.entries(NEIGHBOURS).map(async ([name, steps]) => {
    neighbours[name] = await memberAt(name, steps);
  });
  [viewer] = await Promise.all([memberAt('viewer', 0), ...registrations]);
});

describe('GET /users/nearby', () => {
  it('returns the five nearest members above and below, nearest first, without the caller', async () => {
    const users = await nearby(viewer);
    expect(users.map(({ username }) => username)).toEqual(['first', 'second', 'third', 'fourth', 'fifth']);
    expect(users.map(({ depth }) => depth)).toEqual([0.05375, 0.0575, 0.05125, 0.06, 0.04875]);
    const [above] = users.filter(({ username }) => username === 'second');
    expect(above).toEqual({
      id: neighbours.second!.userId,
      username: 'second',
      profilePicture: '',
      depth: 0.0575,
      followedByViewer: false,
    });
  });

  it('states for each member whether the viewer follows them', async () => {
    await viewer.call(contract.users.follow, { userId: neighbours.third!.userId });
    const followedUsers = (await nearby(viewer)).filter(({ followedByViewer }) => followedByViewer);
    expect(followedUsers.map(({ username }) => username)).toEqual(['third']);
  });

  it('uses current depths and usernames', async () => {
    await raiseDepthByUpload(neighbours.fifth!, 6 * STEP_MEGABYTES);
    await neighbours.fifth!.call(contract.account.updateProfile, { username: 'next door' });
    const users = await nearby(viewer);
    expect(users.map(({ username }) => username)).toEqual(expect.arrayContaining(['first', 'next door', 'second']));
    expect(users.map(distanceOf)).toEqual([1, 1, 2, 3, 4]);
  });

  it('returns five of many members at depth 0, without the caller', async () => {
    const members = await Promise.all(Array.from({ length: 7 }, () => Member.register()));
    await Promise.all(members.map((member) => member.getDepth()));
    for (const member of members.slice(0, 2)) {
      const users = await nearby(member);
      expect(users).toHaveLength(5);
      expect(users.map(({ id }) => id)).not.toContain(member.userId);
    }
  });

  it('works for a member without a profile, who has just registered', async () => {
    const member = await Member.register();
    expect((await nearby(member)).map(({ id }) => id)).not.toContain(member.userId);
  });

  it.skipIf(unsupported.cards)('omits members more than 100 m away', async () => {
    const [viewer] = await Promise.all([7000, 6899.9, 6900, 7100, 7100.1].map(buyerAt));
    const names = async () => (await nearby(viewer!)).map(({ username }) => username).toSorted();
    await expect.poll(names).toEqual(['at 6900', 'at 7100']);
  });
});
