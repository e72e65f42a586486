import { createHmac, timingSafeEqual } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod';
import type { Micrometres } from '../../shared/depth/depth.ts';
import { Refusal } from '../platform/errors.ts';

/** A cursor that was altered, or belongs to another viewer or another list. */
export class InvalidCursor extends Refusal {
  readonly code = 'InvalidCursor';
  constructor() {
    super('This page of the list can no longer be reached. Please start again from the first page.');
  }
}

/** The position of a row in an index: the value that it is ordered by, and its key. */
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

/** What a cursor holds. */
export interface Cursor {
  /** The member whom it was made for. */
  readonly viewer: string;
  /** The list that it belongs to: what was asked, in a form that compares equal for the same question. */
  readonly query: string;
  /** The depth from which the first page was seen. All pages are seen from there, so that none shifts. */
  readonly depth: Micrometres;
  /** How far each source of the merge is consumed. */
  readonly progress: readonly z.output<typeof progress>[];
  /** What the last row of the pages before is ordered by: no row of a later page comes before it. */
  readonly last?: Order | undefined;
}

/**
 * A cursor as text: opaque, and signed, so that it cannot be altered. It is compressed, since it has to fit into an
 * address: API Gateway takes 10 KB of request line and headers.
 */
export function sealCursor(cursor: Cursor, secret: string): string {
  const body = deflateRawSync(JSON.stringify(cursor)).toString('base64url');
  return `${body}.${signature(body, secret).toString('base64url')}`;
}

/**
 * Reads a cursor.
 *
 * @throws InvalidCursor when it was altered, was made for another viewer or another query, or from a depth that the
 *   viewer has sunk below since
 */
export function openCursor(
  text: string,
  expected: { viewer: string; query: string; depth: Micrometres },
  secret: string,
): Cursor {
  const [body = '', mac = ''] = text.split('.', 2);
  const given = Buffer.from(mac, 'base64url');
  const right = signature(body, secret);
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw new InvalidCursor();
  const result = payload.safeParse(JSON.parse(inflateRawSync(Buffer.from(body, 'base64url')).toString('utf8')));
  if (!result.success) throw new InvalidCursor();
  const { viewer, query, depth } = result.data;
  if (viewer !== expected.viewer || query !== expected.query || depth > expected.depth) throw new InvalidCursor();
  return result.data;
}

function signature(body: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(body).digest();
}
