/** Tests of the compression of responses with gzip, for clients that accept it. */
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compress } from './compress.ts';

const LONG_BODY = JSON.stringify({ success: true, texts: 'water '.repeat(300) });
const buildResponse = (body: string) => ({ statusCode: 200, headers: { 'content-type': 'application/json' }, body });

describe('compress', () => {
  it('compresses a long body, and keeps status and headers', () => {
    const { body = '', ...rest } = compress(buildResponse(LONG_BODY), 'gzip, deflate, br');

    expect(rest).toEqual({
      statusCode: 200,
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      isBase64Encoded: true,
    });
    expect(gunzipSync(Buffer.from(body, 'base64')).toString()).toBe(LONG_BODY);
    expect(body.length).toBeLessThan(LONG_BODY.length / 4);
  });

  it.each([undefined, '', 'br', 'identity', 'gzip;q=0', 'gzip; q=0.0', 'x-gzip-like'])(
    'sends an uncompressed body to a client that sends the header %j',
    (header) => {
      expect(compress(buildResponse(LONG_BODY), header)).toEqual(buildResponse(LONG_BODY));
    },
  );

  it.each(['gzip', 'GZIP', 'br, gzip;q=0.5', 'deflate , gzip ; q=1.0'])('compresses for the header %j', (header) => {
    expect(compress(buildResponse(LONG_BODY), header).headers).toMatchObject({ 'content-encoding': 'gzip' });
  });

  it('compresses from 1,400 bytes on, counted as UTF-8', () => {
    expect(compress(buildResponse('a'.repeat(1399)), 'gzip').isBase64Encoded).toBeUndefined();
    expect(compress(buildResponse('a'.repeat(1400)), 'gzip').isBase64Encoded).toBe(true);
    expect(compress(buildResponse('é'.repeat(700)), 'gzip').isBase64Encoded).toBe(true);
  });
});
