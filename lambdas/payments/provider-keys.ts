import type * as z from 'zod';

/**
 * Parses a provider's keys from a secret's text; undefined if they are missing or malformed.
 *
 * Never throws, because the message of JSON.parse quotes its input, and errors are logged.
 */
export function parseKeys<T extends z.ZodType>(secretText: string, keysSchema: T): z.output<T> | undefined {
  try {
    return keysSchema.safeParse(JSON.parse(secretText)).data;
  } catch {
    return undefined;
  }
}
