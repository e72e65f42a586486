import { describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { Member } from '../../support/member.ts';
import { pngOf } from '../../support/sample-files.ts';

const { dashboard } = contract.account;

describe('GET /dashboard', () => {
  it('makes the profile of a new member, and shows it', async () => {
    const member = await Member.register('Newly arrived');
    const { status, body } = await member.call(dashboard, {});
    expect(status).toBe(200);
    expect(body.profile).toMatchObject({ id: member.userId, username: 'Newly arrived', depth: 0, contributedMB: 0 });
    expect(body.profile).toEqual((await member.call(contract.account.me, {})).body.profile);
  });

  it('shows five posts, files and neighbours at most, and nobody their own card', async () => {
    const member = await Member.register();
    for (let number = 0; number < 7; number++) await member.call(contract.posts.create, { content: `Wave ${number}` });
    await Promise.all(Array.from({ length: 6 }, () => Member.register().then((other) => other.depth())));
    // A post that somebody deletes at this moment is left out, and its place is not filled.
    await expect.poll(async () => (await member.call(dashboard, {})).body.posts.length).toBe(5);
    const { body } = await member.call(dashboard, {});
    expect(body.posts.length).toBeLessThanOrEqual(5);
    expect(body.files.length).toBeLessThanOrEqual(5);
    expect(body.nearby).toHaveLength(5);
    expect(body.nearby.map(({ id }) => id)).not.toContain(member.userId);
  });

  it("shows the member's own new post and file at the top, when nobody's lie higher", async () => {
    const member = await Member.register();
    // Higher than all that other tests publish, so that what is published here comes first.
    await member.upload('ballast.png', 'image/png', pngOf(9_000_000));
    const file = await member.upload('treasure.png', 'image/png', pngOf(3000), 'What the tide left');
    const { body: made } = await member.call(contract.posts.create, { content: 'Up here' });
    const { body } = await member.call(dashboard, {});
    expect(body.posts[0]).toEqual(made.post);
    expect(body.files[0]).toMatchObject({ key: file.key, description: 'What the tide left' });
    expect(body.posts.map(({ userDepth }) => userDepth)).toEqual(
      body.posts.map(({ userDepth }) => userDepth).toSorted((a, b) => b - a),
    );
  });

  it('hides what lies above the viewer', async () => {
    const [high, low] = await Promise.all([Member.register(), Member.register()]);
    await high.upload('up.png', 'image/png', pngOf(50_000));
    await high.upload('higher.png', 'image/png', pngOf(1000));
    await high.call(contract.posts.create, { content: 'Out of reach' });
    const { body } = await low.call(dashboard, {});
    for (const { userDepth } of [...body.posts, ...body.files]) expect(userDepth).toBe(0);
  });
});
