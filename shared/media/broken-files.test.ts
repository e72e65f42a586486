import { describe, expect, it } from 'vitest';
import { createBrokenFiles } from '../../test/support/media-corpus/broken-files.ts';
import { cleanBytes } from '../../test/support/media-corpus/clean-bytes.ts';

const files = await createBrokenFiles();

describe('planCleaning of a file whose structure is broken', () => {
  it.each(files)('leaves a broken file untouched: $name', async ({ bytes, contentType }) => {
    for (const keepCameraData of [false, true]) {
      const { plan, cleaned } = await cleanBytes(bytes, contentType, { keepCameraData });

      expect(plan).toMatchObject({ unreadable: true, removed: new Set(), size: bytes.length });
      expect(Buffer.from(cleaned).equals(bytes)).toBe(true);
    }
  });
});
