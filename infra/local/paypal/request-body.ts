import type { z } from 'zod';
import { invalid } from './errors.ts';

/**
 * The object in a body; an empty one, if there is no body.
 *
 * @throws PayPalApiError when it is something else.
 */
export function parseBody(body: Buffer): object {
  try {
    const parsed: unknown = body.length === 0 ? {} : JSON.parse(body.toString());
    if (parsed && typeof parsed === 'object' && !Array.isArray(parsed)) return parsed;
  } catch {
    // Answered below: what is not JSON is no object either.
  }
  throw invalid('MALFORMED_REQUEST_JSON', 'The request JSON is not well formed.');
}

/**
 * A body in the form that an operation takes.
 *
 * @throws PayPalApiError naming the first field that is wrong.
 */
export function parsed<T extends z.ZodType>(form: T, body: unknown): z.output<T> {
  const { data, error } = form.safeParse(body);
  if (!error) return data;
  const { path, message, code } = error.issues[0]!;
  const missing = code === 'invalid_type' && message.endsWith('received undefined');
  const issue = missing ? 'MISSING_REQUIRED_PARAMETER' : 'INVALID_PARAMETER_VALUE';
  const description = missing ? 'A required field / parameter is missing.' : message;
  throw invalid(issue, description, `/${path.join('/')}`);
}
