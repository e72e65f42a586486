import { describe, expect, it } from 'vitest';
import { cleanBytes } from '../../test/support/media-corpus/clean-bytes.ts';
import { readPdfPages } from '../../test/support/media-corpus/pdf-reader.ts';
import { createPdfSamples } from '../../test/support/media-corpus/pdf-samples.ts';

const { samples } = await createPdfSamples();

/** The samples that begin with the header and end with the index, as the reader requires. Cleaned documents also do. */
const readableSamples = samples.filter(({ name }) => !/before the header|trailing data/.test(name));

describe('cleaning of PDF', () => {
  it.each(readableSamples)('keeps the entries, drawing operators, and pixels of the pages of $name', async (sample) => {
    const original = await readPdfPages(sample.bytes);
    expect(original).toMatchObject([{ content: expect.stringContaining('/Photo Do') }]);
    expect(original[0]!.photos['/Photo']?.length).toBeGreaterThan(1000);

    for (const keepCameraData of [false, true]) {
      const { plan, cleaned } = await cleanBytes(sample.bytes, sample.contentType, { keepCameraData });
      expect(plan.removed.size).toBeGreaterThan(0);
      expect(await readPdfPages(cleaned)).toEqual(original);
    }
  });
});
