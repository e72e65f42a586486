/** Tests of a file's checksum, which is read part by part and can be stopped. */
import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { checksumsOf, FileChecksums } from './file-checksums.ts';

/** Returns the SHA-256 of the joined chunks. */
const sha256 = (...chunks: Uint8Array[]) => createHash('sha256').update(Buffer.concat(chunks)).digest();

/** The content of each file: three parts if a part has 4 bytes. */
const bytes = new Uint8Array(randomBytes(10));

describe('FileChecksums', () => {
  it('returns the SHA-256 of a file of one part', async () => {
    expect(await checksumsOf(new File([bytes], 'a.bin')).computeWhole()).toBe(sha256(bytes).toString('base64'));
  });

  it('returns the same object for all calls with the same file', () => {
    const file = new File([bytes], 'a.bin');

    expect(checksumsOf(file)).toBe(checksumsOf(file));
  });

  it('returns the composite checksum of several parts', async () => {
    const parts = [bytes.subarray(0, 4), bytes.subarray(4, 8), bytes.subarray(8)];
    const checksums = new FileChecksums(new File([bytes], 'a.bin'), 4);
    const compositeChecksum = sha256(...parts.map((part) => sha256(part))).toString('base64');

    expect(await checksums.computeWhole()).toBe(`${compositeChecksum}-3`);
    expect(await checksums.computePart(3)).toBe(sha256(parts[2]!).toString('base64'));
  });

  it('reports the share of the file that was read, in percent', async () => {
    const onProgress = vi.fn();

    // The parts have 4, 4, and 2 of the 10 bytes.
    await new FileChecksums(new File([bytes], 'a.bin'), 4).computeWhole({ onProgress });

    expect(onProgress.mock.calls).toEqual([[40], [80], [100]]);
  });

  it('reads a part again only after a failure', async () => {
    const file = new File([bytes], 'a.bin');
    const slice = vi.spyOn(file, 'slice').mockReturnValueOnce({
      arrayBuffer: () => Promise.reject(new Error('The file is gone.')),
    } as Blob);
    const checksums = new FileChecksums(file, 10);
    await expect(checksums.computeWhole()).rejects.toThrow('The file is gone.');

    await Promise.all([checksums.computeWhole(), checksums.computePart(1)]);
    expect(slice).toHaveBeenCalledTimes(2);
  });

  it('stops before the next part when the signal is aborted', async () => {
    const stop = new AbortController();
    const checksums = new FileChecksums(new File([bytes], 'a.bin'), 4);
    const onProgress = vi.fn(() => stop.abort(new Error('stopped')));

    await expect(checksums.computeWhole({ signal: stop.signal, onProgress })).rejects.toThrow('stopped');
    expect(onProgress).toHaveBeenCalledOnce();
  });
});
