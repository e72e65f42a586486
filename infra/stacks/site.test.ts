import { expect, it } from 'vitest';
import { MEDIA_CACHE_CONTROL, SPA_REWRITE } from './site.ts';

const evaluateHandler = (code: string) => new Function(`${code}; return handler;`)();
const rewrite = evaluateHandler(SPA_REWRITE) as (event: { request: { uri: string } }) => { readonly uri: string };
const setCacheControl = evaluateHandler(MEDIA_CACHE_CONTROL) as (event: object) => unknown;

it.each([
  ['/', '/index.html'],
  ['/dashboard', '/app.html'],
  ['/profile/', '/app.html'],
  ['/profile/a.b/c', '/app.html'],
  ['/assets/app-1.js', '/assets/app-1.js'],
  ['/robots.txt', '/robots.txt'],
])('the distribution serves %s from %s', (uri, file) => {
  expect(rewrite({ request: { uri } }).uri).toBe(file);
});

it('responses of /media are immutable, whatever cache-control S3 sets', () => {
  const headers = { etag: { value: '"1"' }, 'cache-control': { value: 'no-cache' } };
  expect(setCacheControl({ request: {}, response: { statusCode: 200, headers } })).toEqual({
    statusCode: 200,
    headers: { etag: { value: '"1"' }, 'cache-control': { value: 'public, max-age=31536000, immutable' } },
  });
});
