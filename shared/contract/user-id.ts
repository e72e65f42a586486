import * as z from 'zod';
import { encodeFormat } from './field-rule.ts';

/** A member's ID: the `sub` of their token. */
export const userIdSchema = z.string().regex(/^[A-Za-z0-9-]{1,64}$/, encodeFormat('member-id'));

/**
 * The caller's own ID, which a request may repeat. The token identifies the caller; a different ID is rejected with
 * `NotYou`. See docs/product.md#accounts.
 */
export const ownUserIdSchema = userIdSchema.optional();
