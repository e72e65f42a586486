import { createHmac, timingSafeEqual } from 'node:crypto';
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

/** Where the next page begins. Clients get a cursor only as the text that {@link sealCursor} returns. */
export interface Cursor extends MergePosition<Position> {
  /** The viewer's depth at the first page. All pages use it, so that rows don't shift between pages. */
  readonly depth: Micrometres;
}

/** The scope in which a cursor is valid. The signature covers the scope, so the text needn't contain it. */
interface CursorScope {
  /** The member who may use the cursor. */
  readonly viewer: string;
  /** The list and its filters, as JSON. */
  readonly query: string;
}

/**
 * Serializes a cursor as opaque, signed text.
 *
 * The text is part of a URL, and CloudFront accepts URLs of up to 8,192 bytes. See docs/adr/0004-signed-cursors.md.
 */
export function sealCursor(cursor: Cursor, scope: CursorScope, secret: string): string {
  const { depth, after, source, ended } = cursor;
  const body = deflateRawSync(JSON.stringify({ depth, after, source, ended })).toString('base64url');
  return `${body}.${computeMac(body, scope, secret).toString('base64url')}`;
}

/**
 * Verifies and parses a cursor.
 *
 * @param depth - the viewer's depth now
 * @throws InvalidCursor if the cursor was altered, belongs to another viewer or query, or was created when the viewer's
 *   depth was greater than now
 */
export function openCursor(text: string, scope: CursorScope, depth: Micrometres, secret: string): Cursor {
  const [body = '', mac = '', ...rest] = text.split('.');
  const actualMac = Buffer.from(mac, 'base64url');
  const expectedMac = computeMac(body, scope, secret);
  const isAuthentic = actualMac.length === expectedMac.length && timingSafeEqual(actualMac, expectedMac);
  if (rest.length > 0 || !isAuthentic) throw new InvalidCursor();

  // The body is authentic, so decompressing it can't fail. A cursor with a greater depth than the viewer's is rejected,
  // because the next page would list items above the viewer.
  const result = payloadSchema.safeParse(JSON.parse(inflateRawSync(Buffer.from(body, 'base64url')).toString('utf8')));
  if (!result.success || result.data.depth > depth) throw new InvalidCursor();

  return result.data;
}

function computeMac(body: string, { viewer, query }: CursorScope, secret: string): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify([viewer, query, body]))
    .digest();
}
