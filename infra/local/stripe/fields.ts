import { invalidRequest } from './errors.ts';
import type { Form } from './form.ts';

/** https://docs.stripe.com/api/metadata */
const METADATA = { names: 50, nameLength: 40, valueLength: 500 };

/**
 * @throws StripeApiError parameter_unknown: Stripe, too, refuses what it does not know.
 */
export function allowOnly(form: Form, names: readonly string[]): void {
  const unknown = Object.keys(form).find((name) => !names.includes(name) && name !== 'expand');
  if (unknown === undefined) return;
  throw invalidRequest(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown });
}

/**
 * A field's text, or undefined without the field or with an empty one.
 *
 * @throws StripeApiError when the field is not a text.
 */
export function text(form: Form, name: string): string | undefined {
  const value = form[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string') throw invalidRequest('Invalid string: must be a string', { param: name });
  return value;
}

/**
 * @throws StripeApiError parameter_missing without the field.
 */
export function requiredText(form: Form, name: string): string {
  const value = text(form, name);
  if (value !== undefined) return value;
  throw invalidRequest(`Missing required param: ${name}.`, { code: 'parameter_missing', param: name });
}

/**
 * A field's nested fields, or none without the field.
 *
 * @throws StripeApiError when the field is a text.
 */
export function nested(form: Form, name: string): Form {
  const value = form[name];
  if (value === undefined || value === '') return {};
  if (typeof value === 'string') throw invalidRequest('Invalid object', { param: name });
  return value;
}

/**
 * An integer of at least one, or undefined without the field.
 *
 * @throws StripeApiError parameter_invalid_integer otherwise.
 */
export function positiveInteger(form: Form, name: string): number | undefined {
  const value = text(form, name);
  if (value === undefined) return undefined;
  const refuse = (message: string) => invalidRequest(message, { code: 'parameter_invalid_integer', param: name });
  if (!/^-?\d{1,15}$/.test(value)) throw refuse(`Invalid integer: ${value}`);
  if (Number(value) < 1) throw refuse('This value must be greater than or equal to 1.');
  return Number(value);
}

/**
 * @throws StripeApiError when the field is neither `true` nor `false`.
 */
export function flag(form: Form, name: string): boolean | undefined {
  const value = text(form, name);
  if (value === undefined) return undefined;
  if (value === 'true' || value === 'false') return value === 'true';
  throw invalidRequest(`Invalid boolean: ${value}`, { param: name });
}

/**
 * One of some values, or undefined without the field.
 *
 * @throws StripeApiError with any other value.
 */
export function oneOf<T extends string>(form: Form, name: string, values: readonly T[]): T | undefined {
  const value = text(form, name);
  if (value === undefined) return undefined;
  const found = values.find((candidate) => candidate === value);
  if (found !== undefined) return found;
  throw invalidRequest(`Invalid ${name}: must be one of ${values.join(', ')}`, { param: name });
}

/**
 * @throws StripeApiError email_invalid
 */
export function email(form: Form, name: string): string | undefined {
  const value = text(form, name);
  if (value === undefined || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) return value;
  throw invalidRequest(`Invalid email address: ${value}`, { code: 'email_invalid', param: name });
}

/**
 * The names and values that the caller keeps with an object.
 *
 * @throws StripeApiError when there are too many, or one is too long.
 */
export function metadata(form: Form): Record<string, string> {
  const entries = Object.entries(nested(form, 'metadata'));
  if (entries.length > METADATA.names) {
    throw invalidRequest(`You can specify up to ${METADATA.names} metadata keys.`, { param: 'metadata' });
  }
  return Object.fromEntries(entries.map(([name, value]) => [name, metadataValue(name, value)]));
}

function metadataValue(name: string, value: string | Form): string {
  const param = `metadata[${name}]`;
  if (typeof value !== 'string') throw invalidRequest('Metadata values must be strings', { param });
  if (name.length > METADATA.nameLength) {
    const limit = `Metadata keys can have up to ${METADATA.nameLength} characters`;
    throw invalidRequest(`${limit}, but you passed in a key that is ${name.length} characters.`, { param });
  }
  if (value.length > METADATA.valueLength) {
    const limit = `Metadata values can have up to ${METADATA.valueLength} characters`;
    throw invalidRequest(`${limit}, but you passed in a value that is ${value.length} characters.`, { param });
  }
  return value;
}
