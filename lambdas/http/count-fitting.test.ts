/**
 * Tests of the number of items that fit into a response. Lambda limits responses, counted after it has escaped the
 * body.
 */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { compress } from './compress.ts';
import { countFitting, MAX_PAGE_BYTES } from './count-fitting.ts';
import { buildSuccessResponse } from './response.ts';

/** Lambda's limit for a response, in bytes, as its error message states it. */
const MAX_RESPONSE_BYTES = 6_291_556;

/** Maximum size of a response without its items, in bytes: status, headers, and the start of the body. */
const ENVELOPE_BYTES = 1000;

/** Returns the size of a response with these items, in bytes, as Lambda receives it from the function. */
const countPayloadBytes = (items: readonly object[], acceptEncoding?: string) =>
  Buffer.byteLength(JSON.stringify(compress(buildSuccessResponse({ files: items }), acceptEncoding)));

/** Builds 1,000 items, which together exceed a page. */
const buildItems = (text: string) => Array.from({ length: 1000 }, (_, id) => ({ id, text }));

describe('countFitting', () => {
  // Most of these take more than one byte: in UTF-8, as JSON escapes, or when Lambda escapes the body again.
  it.each(['a', '深', '🐠', '"', '\\', '\n', '\u0001'])('fills a page of "%s" without exceeding its budget', (text) => {
    const items = buildItems(text.repeat(6000));

    const pageItems = items.slice(0, countFitting(items));

    expect(countPayloadBytes(pageItems)).toBeLessThan(MAX_PAGE_BYTES + ENVELOPE_BYTES);
    expect(countPayloadBytes(items.slice(0, pageItems.length + 1))).toBeGreaterThan(MAX_PAGE_BYTES);
  });

  it('leaves room for the Base64 of a page that gzip hardly shrinks', () => {
    // Base64 encodes three bytes as four characters.
    expect((MAX_PAGE_BYTES * 4) / 3).toBeLessThan(MAX_RESPONSE_BYTES);

    const items = Array.from({ length: 1000 }, () => ({ text: randomBytes(4500).toString('base64') }));

    const pageItems = items.slice(0, countFitting(items));

    expect(countPayloadBytes(pageItems, 'gzip')).toBeLessThan(MAX_RESPONSE_BYTES);
  });

  it('counts all items of a short page', () => {
    expect(countFitting([])).toBe(0);
    expect(countFitting([{ a: 1 }, { b: 2 }])).toBe(2);
  });

  it('counts the first item even if it alone is too long', () => {
    expect(countFitting([{ text: 'x'.repeat(MAX_PAGE_BYTES) }, { text: '' }])).toBe(1);
  });
});
