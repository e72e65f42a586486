import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compress } from './compress.ts';

const long = JSON.stringify({ success: true, texts: 'water '.repeat(300) });
const response = (body: string) => ({ statusCode: 200, headers: { 'content-type': 'application/json' }, body });

describe('compress', () => {
  it('compresses a long body, and keeps status and headers', () => {
    const { body = '', ...rest } = compress(response(long), 'gzip, deflate, br');
    expect(rest).toEqual({
      statusCode: 200,
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      isBase64Encoded: true,
    });
    expect(gunzipSync(Buffer.from(body, 'base64')).toString()).toBe(long);
    expect(body.length).toBeLessThan(long.length / 4);
  });

  it.each([undefined, '', 'br', 'identity', 'gzip;q=0', 'gzip; q=0.0', 'x-gzip-like'])(
    'sends %j plain text',
    (header) => {
      expect(compress(response(long), header)).toEqual(response(long));
    },
  );

  it.each(['gzip', 'GZIP', 'br, gzip;q=0.5', 'deflate , gzip ; q=1.0'])('accepts %j', (header) => {
    expect(compress(response(long), header).headers).toMatchObject({ 'content-encoding': 'gzip' });
  });

  it('compresses from 1,400 bytes on, counted as UTF-8', () => {
    expect(compress(response('a'.repeat(1399)), 'gzip').isBase64Encoded).toBeUndefined();
    expect(compress(response('a'.repeat(1400)), 'gzip').isBase64Encoded).toBe(true);
    expect(compress(response('é'.repeat(700)), 'gzip').isBase64Encoded).toBe(true);
  });
});
