/** Tests of the parser that cuts a connection's bytes into HTTP requests, which can arrive in any pieces. */
import { describe, expect, it } from 'vitest';
import { findHeader, HttpFrameParser } from './http-frame-parser.ts';

const buildRequest = (body: string, headers = `Content-Length: ${Buffer.byteLength(body)}`) =>
  `POST / HTTP/1.1\r\nHost: database\r\n${headers}\r\n\r\n${body}`;

/** Returns each request as the text that was sent. */
const toTexts = (frames: readonly { head: string; body: Buffer }[]) => frames.map(({ head, body }) => head + body);

describe('HttpFrameParser', () => {
  it('reassembles requests split at any byte', () => {
    const firstRequest = buildRequest('{"name":"ünn 🐙"}');
    const secondRequest = buildRequest('{}');
    const bytes = Buffer.from(firstRequest + secondRequest);

    for (let cut = 0; cut <= bytes.length; cut++) {
      const parser = new HttpFrameParser();
      const parts = [bytes.subarray(0, cut), bytes.subarray(cut)];
      expect(parts.flatMap((part) => toTexts(parser.parse(part)))).toEqual([firstRequest, secondRequest]);
    }
  });

  it('parses requests without a Content-Length as bodyless', () => {
    expect(toTexts(new HttpFrameParser().parse(Buffer.from(buildRequest('', 'Accept: all'))))).toEqual([
      buildRequest('', 'Accept: all'),
    ]);
  });

  it('rejects chunked bodies', () => {
    expect(() => new HttpFrameParser().parse(Buffer.from(buildRequest('', 'Transfer-Encoding: chunked')))).toThrow(
      expect.objectContaining({ name: 'FramingError' }),
    );
  });

  it('finds headers regardless of letter case and spaces', () => {
    const head = 'POST / HTTP/1.1\r\nX-Amz-Target:DynamoDB_20120810.GetItem\r\nhost: database\r\n\r\n';
    expect(findHeader(head, 'x-amz-target')).toBe('DynamoDB_20120810.GetItem');
    expect(findHeader(head, 'host')).toBe('database');
    expect(findHeader(head, 'amz-target')).toBeUndefined();
  });
});
