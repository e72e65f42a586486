import { expect, it } from 'vitest';
import { MEDIA_KEPT, SPA_REWRITE } from './site.ts';

const handlerOf = (code: string) => new Function(`${code}; return handler;`)();
const rewrite = handlerOf(SPA_REWRITE) as (event: { request: { uri: string } }) => { readonly uri: string };
const keep = handlerOf(MEDIA_KEPT) as (event: object) => unknown;

it.each([
  ['/', '/index.html'],
  ['/dashboard', '/app.html'],
  ['/profile/', '/app.html'],
  ['/profile/a.b/c', '/app.html'],
  ['/assets/app-1.js', '/assets/app-1.js'],
  ['/robots.txt', '/robots.txt'],
])('the distribution answers %s with %s', (uri, file) => {
  expect(rewrite({ request: { uri } }).uri).toBe(file);
});

it('browsers keep what /media answers, beside whatever the store has said of it', () => {
  const headers = { etag: { value: '"1"' }, 'cache-control': { value: 'no-cache' } };
  expect(keep({ request: {}, response: { statusCode: 200, headers } })).toEqual({
    statusCode: 200,
    headers: { etag: { value: '"1"' }, 'cache-control': { value: 'public, max-age=31536000, immutable' } },
  });
});
