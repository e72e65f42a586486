/** Tests of the dashboard: the highest visible posts and files, and the nearest members. */
import { describe, expect, inject, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { NEARBY_METRES } from '../../../shared/rules/limits.ts';
import { buyDepth } from '../../support/depth-changes.ts';
import { Member } from '../../support/member.ts';
import { RESERVED_DEPTHS } from '../../support/reserved-depths.ts';
import { createPng } from '../../support/sample-files.ts';

const { dashboard } = contract.account;
const { unsupported } = inject('target');
const { from: reservedDepth } = RESERVED_DEPTHS['acceptance/account/dashboard.test.ts'];

async function registerAt(metres: number): Promise<Member> {
  const member = await Member.register();
  await buyDepth(member, metres);
  return member;
}

describe('GET /dashboard', () => {
  it('creates and returns the profile of a new member', async () => {
    const member = await Member.register('Newly arrived');
    const { status, body } = await member.call(dashboard, {});

    expect(status).toBe(200);
    expect(body.profile).toMatchObject({ id: member.userId, username: 'Newly arrived', depth: 0, contributedMB: 0 });
    expect(body.profile).toEqual((await member.call(contract.account.me, {})).body.profile);
  });

  it.skipIf(unsupported.cards)(
    'returns at most five posts, files, and nearby members, without the caller',
    async () => {
      const registrations = Array.from({ length: 7 }, () => registerAt(reservedDepth + NEARBY_METRES));
      const member = (await Promise.all(registrations))[0]!;
      for (let number = 0; number < 6; number++) {
        await member.call(contract.posts.create, { content: `Wave ${number}` });
        await member.upload(`wave ${number}.txt`, 'text/plain', Buffer.from(`Wave ${number} of ${member.userId}\n`));
      }

      const { body } = await member.call(dashboard, {});
      expect(body.posts).toHaveLength(5);
      expect(body.files).toHaveLength(5);
      expect(body.nearby).toHaveLength(5);
      expect(body.nearby.map(({ id }) => id)).not.toContain(member.userId);
    },
  );

  it.skipIf(unsupported.cards)("lists the caller's own new post and file first if they are the highest", async () => {
    const member = await registerAt(reservedDepth + 3 * NEARBY_METRES);
    const file = await member.upload('treasure.png', 'image/png', createPng(3000), 'What the tide left');
    const { body: createResult } = await member.call(contract.posts.create, { content: 'Up here' });
    const { body } = await member.call(dashboard, {});

    expect(body.posts[0]).toEqual(createResult.post);
    expect(body.files[0]).toMatchObject({ key: file.key, description: 'What the tide left' });
    expect(body.posts.map(({ userDepth }) => userDepth)).toEqual(
      body.posts.map(({ userDepth }) => userDepth).toSorted((a, b) => b - a),
    );
  });

  it.skipIf(unsupported.cards)('shows the thumbnail of a picture', async () => {
    const member = await registerAt(reservedDepth + 2 * NEARBY_METRES);
    const { key } = await member.upload('kelp.png', 'image/png', createPng(3000));
    const findThumbnail = async () => {
      const { body } = await member.call(dashboard, {});
      return body.files.find((file) => file.key === key)?.media?.thumbnail;
    };

    // The picture is processed after its upload.
    await expect.poll(findThumbnail).toMatch(/^\/renditions\/.*\/320\.webp\?expires=/);
  });

  it('hides posts and files above the caller', async () => {
    const [higher, viewer] = await Promise.all([Member.register(), Member.register()]);
    // This file raises its owner, so that the second file and the post are above the viewer.
    await higher.upload('up.png', 'image/png', createPng(50_000));
    await higher.upload('higher.png', 'image/png', createPng(1000));
    await higher.call(contract.posts.create, { content: 'Out of reach' });
    const { body } = await viewer.call(dashboard, {});

    for (const { userDepth } of [...body.posts, ...body.files]) expect(userDepth).toBe(0);
  });
});
