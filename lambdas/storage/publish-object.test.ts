/** Tests of publishing a profile picture: the copy under a public key. */
import { S3Client } from '@aws-sdk/client-s3';
import { expect, it, vi } from 'vitest';
import { DAY_SECONDS } from '../../shared/rules/durations.ts';
import { fakeClient } from '../../test/support/fake-client.ts';
import { publishObject } from './object-store.ts';

it('publishObject lets CloudFront cache the copy for a day, after which a deleted picture is gone', async () => {
  vi.stubEnv('BUCKET_NAME', 'files');
  const cacheControls: (string | undefined)[] = [];
  fakeClient<{ CacheControl?: string }>(S3Client, async (_command, { CacheControl }) => {
    cacheControls.push(CacheControl);
    return {};
  });

  const picture = { key: 'photos/ada/1/2', size: 3, contentType: 'image/webp', etag: '"1"', checksum: '' };
  await publishObject(picture, 'avatars/ada/3/1.webp');

  expect(cacheControls).toEqual([`public, max-age=${DAY_SECONDS}`]);
});
