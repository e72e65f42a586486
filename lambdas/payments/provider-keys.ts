import type * as z from 'zod';

/**
 * A provider's keys, as an operator has put them into their secret; undefined when they have not, or not as they should.
 * No error is thrown: that of JSON.parse quotes what it could not read, and errors are logged.
 */
export function keysFrom<T extends z.ZodType>(secretText: string, keys: T): z.output<T> | undefined {
  try {
    return keys.safeParse(JSON.parse(secretText)).data;
  } catch {
    return undefined;
  }
}
