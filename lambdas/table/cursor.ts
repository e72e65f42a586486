import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod';
import type { Micrometres } from '../../shared/rules/depth.ts';
import { ApiError } from '../platform/errors.ts';
import type { MergePosition } from './merge.ts';

/** Thrown for a cursor that was altered, or that belongs to another viewer, another list, or an earlier version. */
export class InvalidCursor extends ApiError {
  constructor() {
    super({ code: 'InvalidCursor' });
  }
}

/** The value that an index orders a row by. */
const orderSchema = z.union([z.string(), z.number()]);

/** The position of a row in an index: the value that it is ordered by, then its partition and sort key. */
const positionSchema = z.tuple([orderSchema, z.string(), z.string()]);

/** The content of a cursor's text. The fields are those of {@link Cursor}. */
const payloadSchema = z.strictObject({
  depth: z.number().int(),
  after: positionSchema.optional(),
  source: z.number().int().optional(),
  ended: z.string().optional(),
});

export type Order = z.output<typeof orderSchema>;
export type Position = z.output<typeof positionSchema>;

/** An authenticated cipher: it detects each change of the text. */
const CIPHER = 'aes-256-gcm';

/** Length of the initial vector, in bytes, as NIST SP 800-38D recommends for the cipher. */
const VECTOR_BYTES = 12;

/** Length of the cipher's tag, in bytes. */
const TAG_BYTES = 16;

/** Where the next page begins. Clients get a cursor only as the text that {@link sealCursor} returns. */
export interface Cursor extends MergePosition<Position> {
  /** The viewer's depth at the first page. All pages use it, so that rows don't shift between pages. */
  readonly depth: Micrometres;
}

/** The scope in which a cursor is valid. The key is derived from the scope, so the text needn't contain it. */
interface CursorScope {
  /** The member who may use the cursor. */
  readonly viewer: string;
  /** The list and its filters, as JSON. */
  readonly query: string;
}

/**
 * Serializes a cursor as encrypted text.
 *
 * A page can end at the row of an item that the viewer may not see, for example if a search finds little. So the text
 * must not reveal the row's ID, time, or size.
 *
 * The text is part of a URL, and CloudFront accepts URLs of up to 8,192 bytes. See docs/adr/0004-signed-cursors.md.
 */
export function sealCursor(cursor: Cursor, scope: CursorScope, secret: string): string {
  const { depth, after, source, ended } = cursor;
  const vector = randomBytes(VECTOR_BYTES);
  const cipher = createCipheriv(CIPHER, deriveKey(scope, secret), vector, { authTagLength: TAG_BYTES });
  const body = cipher.update(deflateRawSync(JSON.stringify({ depth, after, source, ended })));

  return Buffer.concat([vector, body, cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/**
 * Decrypts and parses a cursor.
 *
 * @param depth - the viewer's depth now
 * @throws InvalidCursor if the cursor was altered, belongs to another viewer or query, or was created when the viewer's
 *   depth was greater than now
 */
export function openCursor(text: string, scope: CursorScope, depth: Micrometres, secret: string): Cursor {
  // The body is authentic, so decompressing it can't fail. A cursor with a greater depth than the viewer's is rejected,
  // because the next page would list items above the viewer.
  const json = inflateRawSync(decrypt(text, deriveKey(scope, secret))).toString('utf8');
  const result = payloadSchema.safeParse(JSON.parse(json));
  if (!result.success || result.data.depth > depth) throw new InvalidCursor();

  return result.data;
}

/**
 * Decrypts the body of a cursor.
 *
 * @throws InvalidCursor if it wasn't encrypted with this key
 */
function decrypt(text: string, key: Buffer): Buffer {
  const bytes = Buffer.from(text, 'base64url');
  // `Buffer.from` ignores characters that are not Base64, and unused bits of the last one.
  const isCanonical = bytes.toString('base64url') === text;
  if (!isCanonical || bytes.length < VECTOR_BYTES + TAG_BYTES) throw new InvalidCursor();

  const vector = bytes.subarray(0, VECTOR_BYTES);
  const decipher = createDecipheriv(CIPHER, key, vector, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const body = decipher.update(bytes.subarray(VECTOR_BYTES, -TAG_BYTES));

  try {
    return Buffer.concat([body, decipher.final()]);
  } catch {
    throw new InvalidCursor();
  }
}

/** Derives a key per viewer and query. So no key encrypts enough cursors for a random vector to repeat. */
function deriveKey({ viewer, query }: CursorScope, secret: string): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify([viewer, query]))
    .digest();
}
