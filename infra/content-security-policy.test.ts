/**
 * Tests of the sources in the Content-Security-Policy of pages. On AWS, the user pool, the socket, and the files have
 * other origins than the page. The local cloud serves them at the page's origin, so no browser test notices a missing
 * source.
 */
import { expect, it } from 'vitest';
import { buildContentSecurityPolicies } from './content-security-policy.ts';

const { default: otherPages, payments } = buildContentSecurityPolicies({
  connect: ['https://pool.example', 'wss://socket.example'],
  files: ['https://bucket.example'],
  payments: ['https://provider.example'],
});

/** Returns the sources of a directive. */
const sourcesOf = (policy: string, directive: string) =>
  new RegExp(`(?:^|; )${directive} ([^;]*)`).exec(policy)?.[1]?.split(' ');

it.each([
  ['connect-src', ["'self'", 'https://pool.example', 'wss://socket.example', 'https://bucket.example']],
  ['img-src', ["'self'", 'data:', 'blob:', 'https://bucket.example']],
  ['media-src', ["'self'", 'blob:', 'https://bucket.example']],
  ['frame-src', ['https://bucket.example']],
  ['script-src', ["'self'"]],
])('lists the sources of %s that pages need', (directive, sources) => {
  expect(sourcesOf(otherPages, directive)).toEqual(sources);
});

it.each(['script-src', 'img-src', 'connect-src', 'frame-src'])(
  'adds the payment providers to %s on the payment page only',
  (directive) => {
    expect(sourcesOf(payments, directive)).toEqual([...sourcesOf(otherPages, directive)!, 'https://provider.example']);
  },
);
