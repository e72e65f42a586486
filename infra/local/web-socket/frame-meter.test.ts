/**
 * Tests of the meter that reads the lengths of frames from a socket's bytes. API Gateway limits frames, but the local
 * cloud's WebSocket library limits only whole messages.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameMeter } from './frame-meter.ts';

/** First byte of a frame: the last fragment of a text message. */
const TEXT_FRAME = 0x81;
/** Bit of the second byte that marks a masked payload, as clients send it. */
const MASKED = 0x80;
/** Bytes of the masking key. */
const MASK_BYTES = 4;

/** Builds the length field of a frame (RFC 6455, section 5.2) in its shortest form, with the mask bit. */
function buildLength(payloadBytes: number): Buffer {
  if (payloadBytes < 126) return Buffer.from([MASKED | payloadBytes]);

  if (payloadBytes < 65_536) {
    const field = Buffer.from([MASKED | 126, 0, 0]);
    field.writeUInt16BE(payloadBytes, 1);
    return field;
  }

  const field = Buffer.alloc(9);
  field.writeUInt8(MASKED | 127);
  field.writeBigUInt64BE(BigInt(payloadBytes), 1);
  return field;
}

/**
 * Builds a masked frame, as a client sends it.
 *
 * Mask and payload are 0xff bytes: if the meter mistook them for a header, it would return a very long frame.
 */
function buildFrame(payloadBytes: number): Buffer {
  const maskAndPayload = Buffer.alloc(MASK_BYTES + payloadBytes, 0xff);
  return Buffer.concat([Buffer.from([TEXT_FRAME]), buildLength(payloadBytes), maskAndPayload]);
}

describe('FrameMeter', () => {
  it.each([0, 1, 125, 126, 65_535, 65_536])('returns the length of a payload of %i bytes', (payloadBytes) => {
    expect(new FrameMeter().measure(buildFrame(payloadBytes))).toBe(payloadBytes);
  });

  it('finds the longest payload in a stream that is split at any byte', () => {
    const payloads = fc.array(fc.constantFrom(0, 5, 125, 126, 300, 70_000), { minLength: 1, maxLength: 5 });
    const chunkBytes = fc.integer({ min: 1, max: 9 });

    fc.assert(
      fc.property(payloads, chunkBytes, (lengths, step) => {
        const stream = Buffer.concat(lengths.map(buildFrame));
        const meter = new FrameMeter();

        let longestPayload = 0;
        for (let start = 0; start < stream.length; start += step) {
          const chunk = stream.subarray(start, start + step);
          longestPayload = Math.max(longestPayload, meter.measure(chunk));
        }

        return longestPayload === Math.max(...lengths);
      }),
      { numRuns: 30 },
    );
  });

  it('returns the length when only the header has arrived', () => {
    const headerBytes = 1 + buildLength(70_000).length + MASK_BYTES;
    const header = buildFrame(70_000).subarray(0, headerBytes);
    expect(new FrameMeter().measure(header)).toBe(70_000);
  });
});
