/** One request as it came over a connection. */
export interface HttpFrame {
  /** Request line and headers, up to and including the empty line. */
  readonly head: string;
  readonly body: Buffer;
}

/** A request that is not as AWS's SDKs write them. */
class UnknownFraming extends Error {
  override readonly name = 'UnknownFraming';
}

const END_OF_HEAD = '\r\n\r\n';

/** Cuts what comes over a connection into requests, whose bodies must have a length that is known before. */
export class HttpFrames {
  #rest: Buffer = Buffer.alloc(0);

  /**
   * Takes what has come, and gives the requests that are complete by it.
   *
   * @throws UnknownFraming when a body comes in chunks
   */
  take(chunk: Buffer): HttpFrame[] {
    this.#rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    const frames: HttpFrame[] = [];
    for (let frame = this.#next(); frame; frame = this.#next()) frames.push(frame);
    return frames;
  }

  #next(): HttpFrame | undefined {
    const blank = this.#rest.indexOf(END_OF_HEAD);
    if (blank === -1) return undefined;
    const start = blank + END_OF_HEAD.length;
    const head = this.#rest.toString('latin1', 0, start);
    if (headerOf(head, 'transfer-encoding') !== undefined) throw new UnknownFraming('Bodies must have a length.');
    const end = start + Number(headerOf(head, 'content-length') ?? 0);
    if (this.#rest.length < end) return undefined;
    const body = this.#rest.subarray(start, end);
    this.#rest = this.#rest.subarray(end);
    return { head, body };
  }
}

/** A header of a request, if it has it. */
export function headerOf(head: string, name: string): string | undefined {
  return new RegExp(`\\r\\n${name}: *([^\\r]*)`, 'i').exec(head)?.[1];
}
