import { invalidRequest } from './errors.ts';

/** The fields of a query or body. Brackets in a name nest it: `metadata[uid]=1` is `{ metadata: { uid: '1' } }`. */
export interface Form {
  readonly [name: string]: string | Form;
}

interface GrowingForm {
  [name: string]: string | GrowingForm;
}

/** Deeper than any request of the SDKs. */
const MAX_DEPTH = 8;

/** https://docs.stripe.com/api/metadata */
const METADATA = { names: 50, nameLength: 40, valueLength: 500 };

/**
 * Parses a query or a form-encoded body as Stripe does.
 *
 * Lists become forms too: `a[]=x&a[]=y` and `a[0]=x&a[1]=y` are both `{ a: { 0: 'x', 1: 'y' } }`, because a metadata name
 * may be a number as well. If two fields have the same name, the last one wins.
 */
export function parseForm(text: string): Form {
  const form = emptyForm();
  for (const [name, value] of new URLSearchParams(text)) {
    let target = form;
    const path = segments(name);
    for (const segment of path.slice(0, -1)) {
      const key = segment || nextIndex(target);
      const inner = target[key];
      const next = typeof inner === 'object' ? inner : emptyForm();
      target[key] = next;
      target = next;
    }
    target[path.at(-1) || nextIndex(target)] = value;
  }
  return form;
}

/** Splits `a[b][c]` into its names. Names with broken brackets stay whole. */
function segments(name: string): string[] {
  const [, first, rest] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? [];
  if (first === undefined || rest === undefined) return [name];
  const inner = [...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, segment]) => segment ?? '');
  return inner.length < MAX_DEPTH ? [first, ...inner] : [name];
}

function nextIndex(form: GrowingForm): string {
  return String(Object.keys(form).length);
}

/** Has no prototype, because the names come from the request. */
function emptyForm(): GrowingForm {
  return Object.create(null);
}

/** Returns the texts of a list, in order. A single text is a list of one. */
export function textList(value: string | Form | undefined): string[] {
  if (value === undefined) return [];
  if (typeof value === 'string') return [value];
  return Object.values(value).filter((entry) => typeof entry === 'string');
}

/**
 * Rejects unknown fields, as Stripe does.
 *
 * @throws StripeApiError parameter_unknown
 */
export function allowOnly(form: Form, names: readonly string[]): void {
  const unknown = Object.keys(form).find((name) => !names.includes(name) && name !== 'expand');
  if (unknown === undefined) return;
  throw invalidRequest(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown });
}

/** Returns a field's text, or undefined if it is missing or empty. */
export function text(form: Form, name: string): string | undefined {
  const value = form[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string') throw invalidRequest('Invalid string: must be a string', { param: name });
  return value;
}

/** @throws StripeApiError parameter_missing */
export function requiredText(form: Form, name: string): string {
  const value = text(form, name);
  if (value !== undefined) return value;
  throw invalidRequest(`Missing required param: ${name}.`, { code: 'parameter_missing', param: name });
}

/** Returns a field's nested fields, which are empty if it is missing. */
export function nested(form: Form, name: string): Form {
  const value = form[name];
  if (value === undefined || value === '') return {};
  if (typeof value === 'string') throw invalidRequest('Invalid object', { param: name });
  return value;
}

/**
 * Returns an integer of at least 1, or undefined if the field is missing.
 *
 * @throws StripeApiError parameter_invalid_integer
 */
export function positiveInteger(form: Form, name: string): number | undefined {
  const value = text(form, name);
  if (value === undefined) return undefined;
  const code = 'parameter_invalid_integer';
  if (!/^-?\d{1,15}$/.test(value)) throw invalidRequest(`Invalid integer: ${value}`, { code, param: name });
  if (Number(value) >= 1) return Number(value);
  throw invalidRequest('This value must be greater than or equal to 1.', { code, param: name });
}

/** Returns whether a field is `true`, or undefined if it is missing. */
export function flag(form: Form, name: string): boolean | undefined {
  const value = oneOf(form, name, ['true', 'false']);
  return value === undefined ? undefined : value === 'true';
}

/** Returns one of the allowed values, or undefined if the field is missing. */
export function oneOf<T extends string>(form: Form, name: string, values: readonly T[]): T | undefined {
  const value = text(form, name);
  const found = values.find((candidate) => candidate === value);
  if (value === undefined || found !== undefined) return found;
  throw invalidRequest(`Invalid ${name}: must be one of ${values.join(', ')}`, { param: name });
}

/** @throws StripeApiError email_invalid */
export function email(form: Form, name: string): string | undefined {
  const value = text(form, name);
  if (value === undefined || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) return value;
  throw invalidRequest(`Invalid email address: ${value}`, { code: 'email_invalid', param: name });
}

/** Returns the names and values that the caller stores with an object, within Stripe's limits. */
export function metadata(form: Form): Record<string, string> {
  const entries = Object.entries(nested(form, 'metadata'));
  if (entries.length > METADATA.names) {
    throw invalidRequest(`You can specify up to ${METADATA.names} metadata keys.`, { param: 'metadata' });
  }
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const param = `metadata[${name}]`;
      if (typeof value !== 'string') throw invalidRequest('Metadata values must be strings', { param });
      requireLength('key', name, METADATA.nameLength, param);
      requireLength('value', value, METADATA.valueLength, param);
      return [name, value];
    }),
  );
}

function requireLength(what: 'key' | 'value', { length }: string, limit: number, param: string): void {
  if (length <= limit) return;
  const rule = `Metadata ${what}s can have up to ${limit} characters`;
  throw invalidRequest(`${rule}, but you passed in a ${what} that is ${length} characters.`, { param });
}
