import { createHmac, timingSafeEqual } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod';
import type { Micrometres } from '../../shared/depth/depth.ts';
import { ApiError } from '../platform/errors.ts';

/** Thrown for a cursor that was altered, or that belongs to another viewer or another list. */
export class InvalidCursor extends ApiError {
  readonly code = 'InvalidCursor';
  constructor() {
    super('This page of the list has expired. Please start again from the first page.');
  }
}

/** The position of a row in an index: the value that it is ordered by, then its partition and sort key. */
const order = z.union([z.string(), z.number()]);
const position = z.tuple([order, z.string(), z.string()]);
const progress = z.union([z.literal('start'), z.literal('end'), z.object({ after: position })]);

const payload = z.strictObject({
  viewer: z.string(),
  query: z.string(),
  depth: z.number().int(),
  progress: z.array(progress),
  last: order.optional(),
});

export type Order = z.output<typeof order>;
export type Position = z.output<typeof position>;

/** The contents of a cursor. */
export interface Cursor {
  /** The member who may use it. */
  readonly viewer: string;
  /** The list and its filters, as JSON. A cursor is valid only for the same query. */
  readonly query: string;
  /** The viewer's depth at the first page. All pages use it, so that rows don't shift between pages. */
  readonly depth: Micrometres;
  /** How far each source of the merge is consumed. */
  readonly progress: readonly z.output<typeof progress>[];
  /** The sort value of the last row returned. No row of a later page comes before it. */
  readonly last?: Order | undefined;
}

/**
 * Serialises a cursor as opaque, signed text.
 *
 * The text is compressed because it must fit into a URL: API Gateway limits request line and headers to 10 KB.
 */
export function sealCursor(cursor: Cursor, secret: string): string {
  const body = deflateRawSync(JSON.stringify(cursor)).toString('base64url');
  return `${body}.${signature(body, secret).toString('base64url')}`;
}

/**
 * Verifies and parses a cursor.
 *
 * @throws InvalidCursor if it was altered, belongs to another viewer or query, or was created at a greater depth value
 *   than the viewer has now
 */
export function openCursor(
  text: string,
  expected: { viewer: string; query: string; depth: Micrometres },
  secret: string,
): Cursor {
  const [body = '', mac = ''] = text.split('.', 2);
  const actual = Buffer.from(mac, 'base64url');
  const valid = signature(body, secret);
  if (actual.length !== valid.length || !timingSafeEqual(actual, valid)) throw new InvalidCursor();
  const result = payload.safeParse(JSON.parse(inflateRawSync(Buffer.from(body, 'base64url')).toString('utf8')));
  if (!result.success) throw new InvalidCursor();
  const { viewer, query, depth } = result.data;
  if (viewer !== expected.viewer || query !== expected.query || depth > expected.depth) throw new InvalidCursor();
  return result.data;
}

function signature(body: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(body).digest();
}
