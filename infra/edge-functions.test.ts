import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signRendition } from '../lambdas/storage/rendition-urls.ts';
import {
  buildRenditionCheck,
  MEDIA_CACHE_CONTROL,
  MEDIA_REWRITE,
  RENDITION_CACHE_CONTROL,
  SPA_REWRITE,
} from './edge-functions.ts';
import { compileEdgeFunction, toEdgeRequest } from './local/site/edge-function.ts';

const ULID = '01JZ0000000000000000000000';
const FORBIDDEN = { statusCode: 403, headers: { 'cache-control': { value: 'no-store' } } };

/** Returns a function that runs the code for a request, by the URL's path and query. */
function compileForRequests(code: string) {
  const run = compileEdgeFunction(code);
  return (url: string) => run({ request: toEdgeRequest('GET', url) });
}

describe('the function of pages', () => {
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

describe('the functions of /media', () => {
  it.each([
    [`/media/avatars/3f6c/${ULID}/me.webp`, `/avatars/3f6c/${ULID}/me.webp`],
    [`/media/avatars/3f6c/${ULID}/meu%20retrato.png`, `/avatars/3f6c/${ULID}/meu%20retrato.png`],
  ])('the functions of /media serve %s from %s', (uri, key) => {
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
  ])('the functions of /media reject %s, which is not a profile picture', (uri) => {
    expect(compileForRequests(MEDIA_REWRITE)(uri)).toMatchObject(FORBIDDEN);
  });
});

it.each([
  ['/media', MEDIA_CACHE_CONTROL, 'public, max-age=31536000, immutable'],
  ['/renditions', RENDITION_CACHE_CONTROL, 'private, max-age=900'],
])('responses of %s replace the cache-control of S3', (_, code, value) => {
  const headers = { etag: { value: '"1"' }, 'cache-control': { value: 'no-cache' } };
  const event = { request: toEdgeRequest('GET', '/'), response: { statusCode: 200, headers } };

  expect(compileEdgeFunction(code)(event)).toEqual({
    statusCode: 200,
    headers: { etag: { value: '"1"' }, 'cache-control': { value } },
  });
});

describe('the function of /renditions', () => {
  const KEY = 'k'.repeat(64);
  const MINUTE_MS = 60_000;
  const check = compileForRequests(buildRenditionCheck(KEY));
  const path = `/renditions/7d0c2f3a-0000-4000-8000-000000000001/${ULID}/320.webp`;
  const sign = (now = Date.now(), key = KEY) => signRendition(path.slice(1), now, key);
  const parametersOf = (url: string) => new URL(url, 'https://fathom.example').searchParams;

  it('accepts a signed URL, with its parameters in any order and others between them', () => {
    const parameters = parametersOf(sign());
    const expires = parameters.get('expires');
    const signature = parameters.get('signature');
    const queries = [
      `expires=${expires}&signature=${signature}`,
      `signature=${signature}&expires=${expires}`,
      `a=1&signature=${signature}&b&expires=${expires}`,
    ];

    for (const query of queries) {
      expect(check(`${path}?${query}`)).toMatchObject({ uri: path });
    }
  });

  it('rejects an expired URL', () => {
    expect(check(sign(Date.now() - 14 * MINUTE_MS))).toMatchObject({ uri: path });
    expect(check(sign(Date.now() - 30 * MINUTE_MS))).toMatchObject(FORBIDDEN);
  });

  it('rejects signatures with another key', () => {
    expect(check(sign(Date.now(), `${KEY.slice(1)}K`))).toMatchObject(FORBIDDEN);
  });

  it.each(['', '?', '?expires=&signature=', '?expires', '?signature', '?expires=99999999999', '?signature=0'])(
    'rejects a path with the query "%s"',
    (query) => {
      expect(check(path + query)).toMatchObject(FORBIDDEN);
    },
  );

  it('rejects a signed path in another spelling', () => {
    const url = sign();
    const spellings = [`/${url}`, url.replace('320', '%3320'), url.replace('/320', '/./320'), url.toUpperCase()];
    for (const spelling of spellings) {
      expect(check(spelling), spelling).toMatchObject(FORBIDDEN);
    }
  });

  it('rejects a URL with any character replaced, added, or removed', () => {
    const url = sign();
    const edit = fc.record({
      at: fc.nat(url.length - 1),
      remove: fc.integer({ min: 0, max: 3 }),
      insert: fc.string({ maxLength: 3 }),
    });

    fc.assert(
      fc.property(edit, ({ at, remove, insert }) => {
        const alteredUrl = url.slice(0, at) + insert + url.slice(at + remove);
        fc.pre(alteredUrl !== url && !isSameRequest(alteredUrl, url));
        expect(check(alteredUrl)).toMatchObject(FORBIDDEN);
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
