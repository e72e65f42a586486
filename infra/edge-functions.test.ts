/**
 * Tests of the CloudFront Functions, which rewrite paths and check signed URLs at the edge. The tests compile and run
 * the deployed code.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signRendition } from '../lambdas/storage/rendition-urls.ts';
import { MINUTE_MS } from '../shared/rules/durations.ts';
import {
  buildRenditionCheck,
  MEDIA_CACHE_CONTROL,
  MEDIA_REWRITE,
  RENDITION_CACHE_CONTROL,
  SPA_REWRITE,
} from './edge-functions.ts';
import { compileEdgeFunction, toEdgeRequest } from './local/site/edge-function.ts';

const ULID = '01JZ0000000000000000000000';
const FORBIDDEN_RESPONSE = { statusCode: 403, headers: { 'cache-control': { value: 'no-store' } } };

/** Compiles the code of a function. Returns a function that runs it for a GET request, by the URL's path and query. */
function compileForRequests(code: string) {
  const run = compileEdgeFunction(code);
  return (url: string) => run({ request: toEdgeRequest('GET', url) });
}

describe('SPA_REWRITE', () => {
  it.each([
    ['/', '/index.html'],
    ['/dashboard', '/app.html'],
    ['/profile/', '/app.html'],
    ['/profile/a.b/c', '/app.html'],
    ['/assets/app-1.js', '/assets/app-1.js'],
    ['/robots.txt', '/robots.txt'],
  ])('serves %s from %s', (uri, file) => {
    expect(compileForRequests(SPA_REWRITE)(uri)).toMatchObject({ uri: file });
  });
});

describe('MEDIA_REWRITE', () => {
  it.each([
    [`/media/avatars/3f6c/${ULID}/me.webp`, `/avatars/3f6c/${ULID}/me.webp`],
    [`/media/avatars/3f6c/${ULID}/meu%20retrato.png`, `/avatars/3f6c/${ULID}/meu%20retrato.png`],
  ])('serves %s from %s', (uri, key) => {
    expect(compileForRequests(MEDIA_REWRITE)(uri)).toMatchObject({ uri: key });
  });

  it.each([
    `/media/renditions/3f6c/${ULID}/320.webp`,
    `/media//renditions/3f6c/${ULID}/320.webp`,
    `/media/avatars/../renditions/3f6c/${ULID}/320.webp`,
    `/media/avatars/%2e%2e/renditions/3f6c/${ULID}/320.webp`,
    `/media/avatars/..%2frenditions/${ULID}/320.webp`,
    `/media/%72enditions/3f6c/${ULID}/320.webp`,
    `/media/files/3f6c/${ULID}/secret.png`,
    '/media/avatars/',
  ])('rejects %s, which is not a profile picture', (uri) => {
    expect(compileForRequests(MEDIA_REWRITE)(uri)).toMatchObject(FORBIDDEN_RESPONSE);
  });
});

describe('cache-control function', () => {
  it.each([
    ['/media', MEDIA_CACHE_CONTROL, 'public, max-age=31536000, immutable'],
    ['/renditions', RENDITION_CACHE_CONTROL, 'private, max-age=900'],
  ])('replaces the cache-control of S3 in responses of %s', (_, code, value) => {
    const headers = { etag: { value: '"1"' }, 'cache-control': { value: 'no-cache' } };
    const event = { request: toEdgeRequest('GET', '/'), response: { statusCode: 200, headers } };

    expect(compileEdgeFunction(code)(event)).toEqual({
      statusCode: 200,
      headers: { etag: { value: '"1"' }, 'cache-control': { value } },
    });
  });
});

describe('buildRenditionCheck', () => {
  const KEY = 'k'.repeat(64);
  const OTHER_KEY = `${KEY.slice(1)}K`;
  const PATH = `/renditions/7d0c2f3a-0000-4000-8000-000000000001/${ULID}/320.webp`;

  const check = compileForRequests(buildRenditionCheck(KEY));
  const sign = (now = Date.now(), key = KEY) => signRendition(PATH.slice(1), now, key);

  it('accepts a signed URL, with its parameters in any order and others between them', () => {
    const { searchParams } = new URL(sign(), 'https://fathom.example');
    const expires = searchParams.get('expires');
    const signature = searchParams.get('signature');
    const queries = [
      `expires=${expires}&signature=${signature}`,
      `signature=${signature}&expires=${expires}`,
      `a=1&signature=${signature}&b&expires=${expires}`,
    ];

    for (const query of queries) {
      expect(check(`${PATH}?${query}`)).toMatchObject({ uri: PATH });
    }
  });

  it('accepts a URL for at least 14 minutes, and rejects it after 30', () => {
    // A URL is valid for 15 to 30 minutes: until the end of the 15-minute window after the one in which it is signed.
    expect(check(sign(Date.now() - 14 * MINUTE_MS))).toMatchObject({ uri: PATH });
    expect(check(sign(Date.now() - 30 * MINUTE_MS))).toMatchObject(FORBIDDEN_RESPONSE);
  });

  it('rejects a signature with another key', () => {
    expect(check(sign(Date.now(), OTHER_KEY))).toMatchObject(FORBIDDEN_RESPONSE);
  });

  it.each(['', '?', '?expires=&signature=', '?expires', '?signature', '?expires=99999999999', '?signature=0'])(
    'rejects a path with the query "%s"',
    (query) => {
      expect(check(PATH + query)).toMatchObject(FORBIDDEN_RESPONSE);
    },
  );

  it('rejects another spelling of a signed path', () => {
    const url = sign();
    const spellings = [`/${url}`, url.replace('320', '%3320'), url.replace('/320', '/./320'), url.toUpperCase()];

    for (const spelling of spellings) {
      expect(check(spelling), spelling).toMatchObject(FORBIDDEN_RESPONSE);
    }
  });

  it('rejects a URL with any characters replaced, added, or removed', () => {
    const url = sign();
    const edit = fc.record({
      index: fc.nat(url.length - 1),
      removedLength: fc.integer({ min: 0, max: 3 }),
      insertedText: fc.string({ maxLength: 3 }),
    });

    fc.assert(
      fc.property(edit, ({ index, removedLength, insertedText }) => {
        const alteredUrl = url.slice(0, index) + insertedText + url.slice(index + removedLength);
        fc.pre(alteredUrl !== url && !isSameRequest(alteredUrl, url));

        expect(check(alteredUrl)).toMatchObject(FORBIDDEN_RESPONSE);
      }),
      { numRuns: 2000 },
    );
  });
});

/** Returns whether the URLs differ only in parameters that the function ignores. */
function isSameRequest(first: string, second: string): boolean {
  const readValues = (url: string) => {
    const { uri, querystring } = toEdgeRequest('GET', url);
    return [uri, querystring.expires?.value, querystring.signature?.value];
  };
  return JSON.stringify(readValues(first)) === JSON.stringify(readValues(second));
}
