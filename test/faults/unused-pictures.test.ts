/** Pictures that no profile and no post shows: uploads that are never used, and replaced profile pictures. */
import { describe, expect, it } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import { HOUR_MS } from '../../shared/rules/durations.ts';
import { Member } from '../support/member.ts';
import { registerActiveMemberAndFriend, startPurgeCloud, uploadPicture } from './purge-cloud.ts';

const { cloud, listObjectKeys } = await startPurgeCloud();

/** Returns the keys of a member's objects. */
const listKeysOf = async ({ userId }: Member) => (await listObjectKeys()).filter((key) => key.includes(userId));

describe('pictures of profiles and posts', () => {
  it('leaves neither the upload nor the previous picture of a profile in the bucket', async () => {
    const member = await Member.register();
    const pictures: string[] = [];

    for (let round = 0; round < 3; round++) {
      const { publicUrl } = await uploadPicture(member, 'avatar');
      const input = { photoUrl: publicUrl! };
      // Concurrent requests publish the same picture once.
      const responses = await Promise.all([1, 2, 3, 4].map(() => member.call(contract.account.updatePhoto, input)));
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);

      const { body } = await member.call(contract.account.me, {});
      pictures.push(body.profile.profilePicture);
      expect((await listKeysOf(member)).map((key) => `/media/${key}`)).toEqual([body.profile.profilePicture]);
    }

    expect(new Set(pictures).size).toBe(3);
  });

  it('deletes pictures that stay unused for two hours, in the reconciling job', async () => {
    // The member has a profile picture and a picture in a post, and uploads one more of each kind.
    const { leaver } = await registerActiveMemberAndFriend();
    await Promise.all([uploadPicture(leaver, 'avatar'), uploadPicture(leaver, 'post')]);
    const keys = await listKeysOf(leaver);
    const timeOfUploads = Date.now();

    const { planUnusedPictures } = await import('../../lambdas/files/shown-pictures.ts');
    const planDeletions = (purpose: 'photo' | 'avatar' | 'post', now?: number) => {
      const keysOfPurpose = keys.filter((key) => key.startsWith(`${purpose}s/`));
      const objects = keysOfPurpose.map((key) => ({ key, storedAt: timeOfUploads }));
      return planUnusedPictures(purpose, objects, now);
    };
    expect(await planDeletions('photo')).toEqual({ deletions: [], unexplained: [] });

    // `photos/` has uploads for profiles, and `avatars/` has published profile pictures.
    const laterTime = Date.now() + 2 * HOUR_MS;
    for (const [purpose, count] of [
      ['photo', 1],
      ['avatar', 0],
      ['post', 1],
    ] as const) {
      const { deletions, unexplained } = await planDeletions(purpose, laterTime);
      expect({ purpose, planned: deletions.length, unexplained }).toEqual({ purpose, planned: count, unexplained: [] });
      for (const { remove } of deletions) expect(await remove()).toBe(true);
    }

    const remainingKeys = await listKeysOf(leaver);
    expect(remainingKeys).toHaveLength(keys.length - 2);

    // The job finds nothing more to delete.
    await cloud.runSchedule('ReconcileUploadsSchedule');
    expect(await listKeysOf(leaver)).toEqual(remainingKeys);
  });
});
