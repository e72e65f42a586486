/** A frame: the bytes of one HTTP request. */
export interface HttpFrame {
  /** Request line and headers, up to and including the empty line. */
  readonly head: string;
  readonly body: Buffer;
}

/** The error for a request whose framing AWS's SDKs never use. */
class FramingError extends Error {
  override readonly name = 'FramingError';
}

const END_OF_HEAD = '\r\n\r\n';

/**
 * Splits a connection's bytes into frames, one for each request.
 *
 * Node's own HTTP server and client would take more than twice as long per call. See
 * docs/adr/0019-iam-in-the-local-cloud.md.
 */
export class HttpFrameParser {
  #buffer: Buffer = Buffer.alloc(0);

  /**
   * Adds received bytes and returns the frames that are now complete.
   *
   * @throws FramingError for a chunked body
   */
  parse(chunk: Buffer): HttpFrame[] {
    this.#buffer = this.#buffer.length > 0 ? Buffer.concat([this.#buffer, chunk]) : chunk;

    const frames: HttpFrame[] = [];
    for (let frame = this.#takeFrame(); frame; frame = this.#takeFrame()) frames.push(frame);
    return frames;
  }

  /** Removes the first frame from the buffer, or returns undefined if it is incomplete. */
  #takeFrame(): HttpFrame | undefined {
    const headEnd = this.#buffer.indexOf(END_OF_HEAD);
    if (headEnd === -1) return undefined;

    const bodyStart = headEnd + END_OF_HEAD.length;
    const head = this.#buffer.toString('latin1', 0, bodyStart);
    // A chunked body has no length in the head.
    if (findHeader(head, 'transfer-encoding') !== undefined) throw new FramingError('Bodies need a length.');

    const bodyEnd = bodyStart + Number(findHeader(head, 'content-length') ?? 0);
    if (this.#buffer.length < bodyEnd) return undefined;

    const body = this.#buffer.subarray(bodyStart, bodyEnd);
    this.#buffer = this.#buffer.subarray(bodyEnd);
    return { head, body };
  }
}

/** Returns a header's value, or undefined if the request doesn't have it. Ignores the case of the name. */
export function findHeader(head: string, name: string): string | undefined {
  return new RegExp(`\\r\\n${name}: *([^\\r]*)`, 'i').exec(head)?.[1];
}
