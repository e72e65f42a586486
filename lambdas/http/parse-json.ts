import { InvalidInput } from '../platform/errors.ts';

/**
 * Parses the JSON of a request or a frame.
 *
 * @throws InvalidInput if it is not JSON, or if a text contains half of a surrogate pair. JSON allows that, but it is
 *   not valid Unicode, and DynamoDB and S3 reject it.
 */
export function parseJson(text: string, subject: 'body' | 'frame'): unknown {
  try {
    return JSON.parse(text, (_, value: unknown) => {
      if (typeof value === 'string' && !value.isWellFormed()) {
        throw new InvalidInput(`${subject}-not-unicode`);
      }
      return value;
    });
  } catch (error) {
    throw error instanceof InvalidInput ? error : new InvalidInput(`${subject}-not-json`);
  }
}
