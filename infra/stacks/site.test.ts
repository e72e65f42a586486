import { expect, it } from 'vitest';
import { SPA_REWRITE } from './site.ts';

const handler = new Function(`${SPA_REWRITE}; return handler;`)() as (event: { request: { uri: string } }) => {
  readonly uri: string;
};

it.each([
  ['/', '/index.html'],
  ['/dashboard', '/app.html'],
  ['/profile/', '/app.html'],
  ['/profile/a.b/c', '/app.html'],
  ['/assets/app-1.js', '/assets/app-1.js'],
  ['/robots.txt', '/robots.txt'],
])('the distribution answers %s with %s', (uri, file) => {
  expect(handler({ request: { uri } }).uri).toBe(file);
});
