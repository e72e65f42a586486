/** The bytes of one request. */
export interface HttpFrame {
  /** Request line and headers, up to and including the empty line. */
  readonly head: string;
  readonly body: Buffer;
}

/** AWS's SDKs don't send requests with this framing. */
class FramingError extends Error {
  override readonly name = 'FramingError';
}

const END_OF_HEAD = '\r\n\r\n';

/** Splits a connection's bytes into requests. */
export class HttpFrameParser {
  #rest: Buffer = Buffer.alloc(0);

  /**
   * Adds received bytes and returns the requests that are now complete.
   *
   * @throws FramingError for a chunked body
   */
  parse(chunk: Buffer): HttpFrame[] {
    this.#rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    const frames: HttpFrame[] = [];
    for (let frame = this.#next(); frame; frame = this.#next()) frames.push(frame);
    return frames;
  }

  #next(): HttpFrame | undefined {
    const headEnd = this.#rest.indexOf(END_OF_HEAD);
    if (headEnd === -1) return undefined;

    const start = headEnd + END_OF_HEAD.length;
    const head = this.#rest.toString('latin1', 0, start);
    if (findHeader(head, 'transfer-encoding') !== undefined) throw new FramingError('Bodies need a length.');
    const end = start + Number(findHeader(head, 'content-length') ?? 0);
    if (this.#rest.length < end) return undefined;
    const body = this.#rest.subarray(start, end);
    this.#rest = this.#rest.subarray(end);
    return { head, body };
  }
}

/** Returns a header's value, or undefined if the request doesn't have it. */
export function findHeader(head: string, name: string): string | undefined {
  return new RegExp(`\\r\\n${name}: *([^\\r]*)`, 'i').exec(head)?.[1];
}
