import { afterEach, expect, it, vi } from 'vitest';
import { readText, TEXT_LIMIT_BYTES } from './read-text.ts';

afterEach(() => void vi.unstubAllGlobals());

const { signal } = new AbortController();
const answers = (body: BodyInit, status = 200) =>
  vi.stubGlobal('fetch', async () => new Response(body, { status, statusText: status === 200 ? 'OK' : 'Forbidden' }));

it('reads a short text to its end, as UTF-8, whatever is in it', async () => {
  answers('<script>alert("Tiefsee")</script> 深海 \u{1F419}');
  expect(await readText('x', signal)).toBe('<script>alert("Tiefsee")</script> 深海 \u{1F419}');
});

it('reads no more than the beginning of a long one, and cuts no character in two', async () => {
  answers(`a${'é'.repeat(TEXT_LIMIT_BYTES)}`);
  const text = await readText('x', signal);
  expect(text).toBe(`a${'é'.repeat(TEXT_LIMIT_BYTES / 2 - 1)}`);
});

it('says why there is nothing to read', async () => {
  answers('', 403);
  await expect(readText('x', signal)).rejects.toThrow('403 Forbidden');
});
