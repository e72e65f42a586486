import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameMeter } from './frame-meter.ts';

/** Builds a client's frame: masked, with its length in the shortest form. */
function buildFrame(length: number): Buffer {
  const size = Buffer.alloc(length < 126 ? 0 : length < 65_536 ? 2 : 8);
  if (size.length === 2) size.writeUInt16BE(length);
  if (size.length === 8) size.writeBigUInt64BE(BigInt(length));
  const short = size.length === 0 ? length : size.length === 2 ? 126 : 127;
  // Payload bytes that are mistaken for a header mean a very long frame, so the test would fail.
  return Buffer.concat([Buffer.from([0x81, 0x80 | short]), size, Buffer.alloc(4, 0xff), Buffer.alloc(length, 0xff)]);
}

describe('FrameMeter', () => {
  it.each([0, 1, 125, 126, 65_535, 65_536])('returns the length of a frame of %i bytes', (length) => {
    expect(new FrameMeter().measure(buildFrame(length))).toBe(length);
  });

  it('returns the longest of several frames, split at any byte', () => {
    const lengths = fc.array(fc.constantFrom(0, 5, 125, 126, 300, 70_000), { minLength: 1, maxLength: 5 });

    fc.assert(
      fc.property(lengths, fc.integer({ min: 1, max: 9 }), (frames, step) => {
        const stream = Buffer.concat(frames.map(buildFrame));
        const meter = new FrameMeter();
        let longest = 0;
        for (let at = 0; at < stream.length; at += step) {
          longest = Math.max(longest, meter.measure(stream.subarray(at, at + step)));
        }
        return longest === Math.max(...frames);
      }),
      { numRuns: 30 },
    );
  });

  it('returns the length before the payload arrives', () => {
    expect(new FrameMeter().measure(buildFrame(70_000).subarray(0, 14))).toBe(70_000);
  });
});
