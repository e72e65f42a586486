import type * as z from 'zod';
import { InvalidEvent } from './errors.ts';

/**
 * Parses an event whose signature is valid.
 *
 * @throws InvalidEvent if the event doesn't match the schema
 */
export function parseEvent<T extends z.ZodType>(schema: T, event: unknown): z.output<T> {
  const { success, data } = schema.safeParse(event);
  if (!success) throw new InvalidEvent();
  return data;
}
