import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { compress } from './compress.ts';
import { countFitting, MAX_PAGE_BYTES } from './count-fitting.ts';
import { successResponse } from './response.ts';

/** Lambda's limit for a response, in bytes, as its error message states it. */
const LAMBDA_BYTES = 6_291_556;

/** Returns the bytes of a response that Lambda receives from the function. */
const countPayloadBytes = (items: readonly object[], acceptEncoding?: string) =>
  Buffer.byteLength(JSON.stringify(compress(successResponse({ files: items }), acceptEncoding)));

const buildItems = (text: string) => Array.from({ length: 1000 }, (_, id) => ({ id, text }));

describe('countFitting', () => {
  // The JSON of most of these has more bytes than characters: because of UTF-8, escapes, or escapes of escapes.
  it.each(['a', '深', '🐠', '"', '\\', '\n', '\u0001'])('fills a page of "%s" without exceeding its budget', (text) => {
    const items = buildItems(text.repeat(6000));

    const page = items.slice(0, countFitting(items));

    expect(countPayloadBytes(page)).toBeLessThan(MAX_PAGE_BYTES + 1000);
    expect(countPayloadBytes(items.slice(0, page.length + 1))).toBeGreaterThan(MAX_PAGE_BYTES);
  });

  it('leaves room for Base64 of a page that gzip hardly shrinks', () => {
    expect((MAX_PAGE_BYTES * 4) / 3).toBeLessThan(LAMBDA_BYTES);

    const items = Array.from({ length: 1000 }, () => ({ text: randomBytes(4500).toString('base64') }));

    const page = items.slice(0, countFitting(items));

    expect(countPayloadBytes(page, 'gzip')).toBeLessThan(LAMBDA_BYTES);
  });

  it('counts all items of a short page', () => {
    expect(countFitting([])).toBe(0);
    expect(countFitting([{ a: 1 }, { b: 2 }])).toBe(2);
  });

  it('counts one item that is too long', () => {
    expect(countFitting([{ text: 'x'.repeat(MAX_PAGE_BYTES) }, { text: '' }])).toBe(1);
  });
});
