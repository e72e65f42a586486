import { randomInt } from 'node:crypto';
import type { User } from 'cognito-local/lib/services/userPoolService.js';

/** What Cognito says to a code that is used up, and to whom it does not know. */
export const BAD_CODE = 'Invalid code provided, please request a code again.';

/** A six-digit code. */
export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** Emails are compared without regard to case, and stored so. */
export function normalised(input: Record<string, unknown>): Record<string, unknown> {
  return typeof input.Username === 'string' ? { ...input, Username: input.Username.trim().toLowerCase() } : input;
}

/** Attributes as a request lists them. */
export function attributeList(value: unknown): { Name: string; Value?: string }[] {
  return Array.isArray(value) ? value : [];
}

/** The email of a member. */
export function emailOf(user: User): string {
  return user.Attributes.find(({ Name }) => Name === 'email')?.Value ?? '';
}

/** Where a code went, masked as Cognito masks it. */
export function deliveredTo(email: string) {
  const [name = '', domain = ''] = email.split('@');
  const Destination = `${name.slice(0, 1)}***@${domain.slice(0, 1)}***`;
  return { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination };
}

/** The id that a token was given, unverified. */
export function idOf(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).jti;
  } catch {
    return undefined;
  }
}
