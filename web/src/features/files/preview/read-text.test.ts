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

  it('throws an error with the HTTP status of a failed request', async () => {
    stubResponse('', 403);

    await expect(readText('x', signal)).rejects.toThrow('403 Forbidden');
  });
});
