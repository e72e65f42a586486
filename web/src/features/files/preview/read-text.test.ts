/** Tests of reading a text file for its preview: encodings, and a limit of size. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MAX_TEXT_BYTES, readText } from './read-text.ts';

afterEach(() => void vi.unstubAllGlobals());

const { signal } = new AbortController();
/** Replaces `fetch`, so that every request gets this response. */
const stubResponse = (body: BodyInit, status = 200) =>
  vi.stubGlobal('fetch', async () => new Response(body, { status, statusText: status === 200 ? 'OK' : 'Forbidden' }));

describe('readText', () => {
  it('reads a short text completely, as UTF-8', async () => {
    stubResponse('<script>alert("Tiefsee")</script> 深海 \u{1F419}');

    expect(await readText('x', signal)).toBe('<script>alert("Tiefsee")</script> 深海 \u{1F419}');
  });

  it('stops at the size limit without splitting a character', async () => {
    // An é has two bytes in UTF-8, and the limit is in the middle of one.
    stubResponse(`a${'é'.repeat(MAX_TEXT_BYTES)}`);

    const text = await readText('x', signal);

    expect(text).toBe(`a${'é'.repeat(MAX_TEXT_BYTES / 2 - 1)}`);
  });

  it.each([
    ['UTF-8 with a byte order mark', [0xef, 0xbb, 0xbf, 0x54, 0xc3, 0xa4]],
    ['UTF-16, little-endian', [0xff, 0xfe, 0x54, 0, 0xe4, 0]],
    ['UTF-16, big-endian', [0xfe, 0xff, 0, 0x54, 0, 0xe4]],
    ['Windows-1252', [0x54, 0xe4]],
  ])('reads a text in %s', async (_encoding, bytes) => {
    stubResponse(Uint8Array.from(bytes));

    expect(await readText('x', signal)).toBe('Tä');
  });

  it('reads a text in UTF-8 despite a damaged byte', async () => {
    stubResponse(Uint8Array.from([0xc3, 0xa4, 0xc3, 0xb6, 0xe4]));

    expect(await readText('x', signal)).toBe('äö\uFFFD');
  });

  it('throws an error with the HTTP status of a failed request', async () => {
    stubResponse('', 403);

    await expect(readText('x', signal)).rejects.toThrow('403 Forbidden');
  });
});
