import * as z from 'zod';

/** The query of a paged list: how much, and after which page. */
export function pageQuery(size: number, limit: number) {
  return z.strictObject({
    limit: z.coerce.number<number>().int().min(1).max(limit).default(size),
    cursor: z.string().max(10_000).optional().describe('The cursor of the page before.'),
  });
}

/** What every paged answer carries beside its rows. */
export const nextCursor = z.string().nullable().describe('Cursor of the next page; null after the last.');

/** Made by the client for one deed: repeated with it, the deed is done once. Kept for a day. */
export const idempotencyKey = z
  .string()
  .regex(/^[A-Za-z0-9-]{8,64}$/, 'must be 8 to 64 letters, digits and hyphens')
  .optional();
