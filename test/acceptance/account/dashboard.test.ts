import { describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { Member } from '../../support/member.ts';
import { createPng } from '../../support/sample-files.ts';

const { dashboard } = contract.account;

describe('GET /dashboard', () => {
  it('creates and returns the profile of a new member', async () => {
    const member = await Member.register('Newly arrived');
    const { status, body } = await member.call(dashboard, {});
    expect(status).toBe(200);
    expect(body.profile).toMatchObject({ id: member.userId, username: 'Newly arrived', depth: 0, contributedMB: 0 });
    expect(body.profile).toEqual((await member.call(contract.account.me, {})).body.profile);
  });

  it('returns at most five posts, files, and nearby members, without the caller', async () => {
    const member = await Member.register();
    for (let number = 0; number < 7; number++) await member.call(contract.posts.create, { content: `Wave ${number}` });
    await Promise.all(Array.from({ length: 6 }, () => Member.register().then((other) => other.getDepth())));
    // A post that another test deletes at this moment is omitted without replacement.
    await expect.poll(async () => (await member.call(dashboard, {})).body.posts.length).toBe(5);
    const { body } = await member.call(dashboard, {});
    expect(body.posts.length).toBeLessThanOrEqual(5);
    expect(body.files.length).toBeLessThanOrEqual(5);
    expect(body.nearby).toHaveLength(5);
    expect(body.nearby.map(({ id }) => id)).not.toContain(member.userId);
  });

  it("lists the caller's own new post and file first if they are the highest", async () => {
    const member = await Member.register();
    // Lifts the member above everything that other tests publish.
    await member.upload('ballast.png', 'image/png', createPng(9_000_000));
    const file = await member.upload('treasure.png', 'image/png', createPng(3000), 'What the tide left');
    const { body: created } = await member.call(contract.posts.create, { content: 'Up here' });
    const { body } = await member.call(dashboard, {});
    expect(body.posts[0]).toEqual(created.post);
    expect(body.files[0]).toMatchObject({ key: file.key, description: 'What the tide left' });
    expect(body.posts.map(({ userDepth }) => userDepth)).toEqual(
      body.posts.map(({ userDepth }) => userDepth).toSorted((a, b) => b - a),
    );
  });

  it('hides posts and files above the caller', async () => {
    const [higher, viewer] = await Promise.all([Member.register(), Member.register()]);
    await higher.upload('up.png', 'image/png', createPng(50_000));
    await higher.upload('higher.png', 'image/png', createPng(1000));
    await higher.call(contract.posts.create, { content: 'Out of reach' });
    const { body } = await viewer.call(dashboard, {});
    for (const { userDepth } of [...body.posts, ...body.files]) expect(userDepth).toBe(0);
  });
});
