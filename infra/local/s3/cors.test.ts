import { describe, expect, it } from 'vitest';
import { corsHeaders } from './cors.ts';

const rule = {
  AllowedOrigins: ['https://*.example'],
  AllowedMethods: ['PUT'],
  AllowedHeaders: ['content-type'],
  ExposedHeaders: ['ETag'],
  MaxAge: 60,
};
const request = { origin: 'https://a.example', method: 'PUT', headers: ['Content-Type'] };

describe('corsHeaders', () => {
  it('allows what a rule allows', () => {
    expect(corsHeaders([rule], request)).toMatchObject({
      'access-control-allow-origin': 'https://a.example',
      'access-control-allow-headers': 'Content-Type',
      'access-control-expose-headers': 'ETag',
      'access-control-max-age': '60',
    });
  });

  it('answers a rule for everybody with an asterisk, and no credentials', () => {
    const headers = corsHeaders([{ ...rule, AllowedOrigins: ['*'] }], request);
    expect(headers?.['access-control-allow-origin']).toBe('*');
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it.each([
    ['origin', { ...request, origin: 'https://example' }],
    ['method', { ...request, method: 'DELETE' }],
    ['header', { ...request, headers: ['x-other'] }],
  ])('refuses another %s', (_, other) => {
    expect(corsHeaders([rule], other)).toBeUndefined();
  });
});
