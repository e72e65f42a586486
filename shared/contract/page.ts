import * as z from 'zod';
import { encodeFormat } from './field-rule.ts';
import { queryNumber } from './number.ts';

/** Builds the query schema of a paged list, with a default and a maximum page size. */
export function pageQuery(size: number, limit: number) {
  return z.strictObject({
    limit: queryNumber(1, limit).default(size),
    cursor: z.string().max(10_000).optional().describe('The cursor from the previous page.'),
  });
}

/** The cursor in the response of every paged list. */
export const nextCursorSchema = z.string().nullable().describe('Cursor of the next page; null after the last.');

/** Builds the schema of the optional search text of a list. */
export function searchText(maxLength: number, description: string) {
  return z.string().trim().max(maxLength).optional().describe(description);
}

/** A key that the client creates for one request. */
export const idempotencyKeySchema = z
  .string()
  .regex(/^[A-Za-z0-9-]{8,64}$/, encodeFormat('client-key'))
  .optional()
  .describe('For a day, repeated requests with the same key take effect once.');
