import { beforeAll, describe, expect, inject, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { confirmCard } from '../../support/card.ts';
import { Member } from '../../support/member.ts';
import { riseByUpload } from '../../support/rising.ts';

/** Steps of an eighth of a megabyte from the viewer, who is five centimetres and a half up, where nobody else is. */
const NEIGHBOURS = { first: -1, second: 2, third: -3, fourth: 4, fifth: -5, sixth: 6 };

const { config, lacks } = inject('target');

const VIEWER_MEGABYTES = 5.5;
const STEP_MEGABYTES = 0.125;
const STEP_METRES = 0.001_25;

let viewer: Member;
const neighbours: Record<string, Member> = {};

const nearby = async (member: Member) => (await member.call(contract.users.nearby, {})).body.users;

async function memberAt(name: string, steps: number): Promise<Member> {
  const member = await Member.register(name);
  await riseByUpload(member, VIEWER_MEGABYTES + steps * STEP_MEGABYTES);
  return member;
}

/** Somebody who has bought their way up. */
async function buyerAt(metres: number): Promise<Member> {
  const member = await Member.register(`at ${metres}`);
  await member.depth();
  const { body } = await member.call(contract.payments.createPaymentIntent, {
    amount: Math.round(metres),
    depth: metres,
  });
  await confirmCard(config, body);
  await expect.poll(() => member.depth()).toBe(metres);
  return member;
}

/** How far away somebody is, in steps. */
const distanceOf = ({ depth }: { depth: number }) => Math.round(Math.abs(depth - 0.055) / STEP_METRES);

beforeAll(async () => {
  const made = Object.entries(NEIGHBOURS).map(async ([name, steps]) => {
    neighbours[name] = await memberAt(name, steps);
  });
  [viewer] = await Promise.all([memberAt('viewer', 0), ...made]);
});

describe('GET /users/nearby', () => {
  it('shows the five nearest, above and below, the nearest first, and not oneself', async () => {
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

  it('says of each whether the viewer follows them', async () => {
    await viewer.call(contract.users.follow, { userId: neighbours.third!.userId });
    const followed = (await nearby(viewer)).filter(({ followedByViewer }) => followedByViewer);
    expect(followed.map(({ username }) => username)).toEqual(['third']);
  });

  it('follows people as they rise, and shows their present names', async () => {
    await riseByUpload(neighbours.fifth!, 6 * STEP_MEGABYTES);
    await neighbours.fifth!.call(contract.account.updateProfile, { username: 'next door' });
    const users = await nearby(viewer);
    expect(users.map(({ username }) => username)).toEqual(expect.arrayContaining(['first', 'next door', 'second']));
    expect(users.map(distanceOf)).toEqual([1, 1, 2, 3, 4]);
  });

  it('shows five at the bottom, where there are many, and never oneself', async () => {
    const members = await Promise.all(Array.from({ length: 7 }, () => Member.register()));
    await Promise.all(members.map((member) => member.depth()));
    for (const member of members.slice(0, 2)) {
      const users = await nearby(member);
      expect(users).toHaveLength(5);
      expect(users.map(({ id }) => id)).not.toContain(member.userId);
    }
  });

  it('answers somebody who has just registered, and asked for nothing before', async () => {
    const member = await Member.register();
    expect((await nearby(member)).map(({ id }) => id)).not.toContain(member.userId);
  });

  it.skipIf(lacks.cards)('shows nobody further away than a hundred metres', async () => {
    const [viewer] = await Promise.all([7000, 6899.9, 6900, 7100, 7100.1].map(buyerAt));
    const names = async () => (await nearby(viewer!)).map(({ username }) => username).toSorted();
    await expect.poll(names).toEqual(['at 6900', 'at 7100']);
  });
});
