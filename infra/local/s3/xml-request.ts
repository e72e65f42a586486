import type { IncomingMessage } from 'node:http';
import { S3Error } from './errors.ts';

/** What a request holds, however little of it arrives at once: ten thousand parts are described in half of this. */
const LONGEST_DOCUMENT = 4 * 1024 * 1024;

/** The characters behind the entities that XML knows by itself. */
const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * The document in a request's body.
 *
 * @throws S3Error when it is longer than any that S3 knows
 */
export async function xmlOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > LONGEST_DOCUMENT) throw malformedXml();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** What S3 says to a document that it cannot read. */
export function malformedXml(): S3Error {
  return new S3Error(
    400,
    'MalformedXML',
    'The XML you provided was not well-formed or did not validate against our published schema',
  );
}

/**
 * The text of the first element of a name. It reads the flat elements without attributes that requests to S3 are made
 * of, not XML at large.
 */
export function textOf(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text?.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (reference, decimal, hexadecimal, entity) => {
    if (entity !== undefined) return CHARACTERS[entity] ?? reference;
    return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16));
  });
}
