import * as z from 'zod';

/** A member's id: the `sub` of their token. */
export const userId = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,64}$/, 'must be a member id: letters, digits and hyphens, at most 64');

/**
 * The caller's own id where a request repeats it (specification §7). The token says who is calling; a different id
 * here is refused with `NotYou` (decision 3).
 */
export const ownUserId = userId.optional();
