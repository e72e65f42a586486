import { describe, expect, it } from 'vitest';
import { HttpFrames, headerOf } from './http-frames.ts';

const request = (body: string, headers = `Content-Length: ${Buffer.byteLength(body)}`) =>
  `POST / HTTP/1.1\r\nHost: database\r\n${headers}\r\n\r\n${body}`;
const texts = (frames: readonly { head: string; body: Buffer }[]) => frames.map(({ head, body }) => head + body);

describe('requests cut out of a connection', () => {
  it('are whole, wherever the packets end', () => {
    const first = request('{"name":"ünn 🐙"}');
    const second = request('{}');
    const bytes = Buffer.from(first + second);
    for (let cut = 0; cut <= bytes.length; cut++) {
      const frames = new HttpFrames();
      const parts = [bytes.subarray(0, cut), bytes.subarray(cut)];
      expect(parts.flatMap((part) => texts(frames.take(part)))).toEqual([first, second]);
    }
  });

  it('have no body where none has a length', () => {
    expect(texts(new HttpFrames().take(Buffer.from(request('', 'Accept: all'))))).toEqual([request('', 'Accept: all')]);
  });

  it('are refused in chunks', () => {
    expect(() => new HttpFrames().take(Buffer.from(request('', 'Transfer-Encoding: chunked')))).toThrow(
      expect.objectContaining({ name: 'UnknownFraming' }),
    );
  });

  it('tell their headers, however they are written', () => {
    const head = 'POST / HTTP/1.1\r\nX-Amz-Target:DynamoDB_20120810.GetItem\r\nhost: database\r\n\r\n';
    expect(headerOf(head, 'x-amz-target')).toBe('DynamoDB_20120810.GetItem');
    expect(headerOf(head, 'host')).toBe('database');
    expect(headerOf(head, 'amz-target')).toBeUndefined();
  });
});
