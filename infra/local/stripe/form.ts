import { buildInvalidRequestError } from './errors.ts';

/** The fields of a query or body. Brackets nest fields: `metadata[uid]=1` is `{ metadata: { uid: '1' } }`. */
export interface Form {
  readonly [name: string]: string | Form;
}

interface MutableForm {
  [name: string]: string | MutableForm;
}

/** Maximum levels of nested fields. The SDKs send fewer. */
const MAX_NESTING = 8;

/** Limits of metadata: https://docs.stripe.com/api/metadata */
const METADATA_LIMITS = { names: 50, nameLength: 40, valueLength: 500 };

/**
 * Parses a query or a form-encoded body as Stripe does.
 *
 * Lists also become forms, because metadata names may be numbers: `a[]=x&a[]=y` and `a[0]=x&a[1]=y` are both
 * `{ a: { 0: 'x', 1: 'y' } }`. If two fields have the same name, the last field wins.
 */
export function parseForm(text: string): Form {
  const form = createEmptyForm();
  for (const [name, value] of new URLSearchParams(text)) {
    const path = splitName(name);
    let parent = form;

    for (const segment of path.slice(0, -1)) {
      // An empty segment, as in `a[]`, becomes the next index.
      const key = segment || getNextIndex(parent);
      const field = parent[key];
      const nestedForm = typeof field === 'object' ? field : createEmptyForm();
      parent[key] = nestedForm;
      parent = nestedForm;
    }

    parent[path.at(-1) || getNextIndex(parent)] = value;
  }

  return form;
}

/** Splits `a[b][c]` into `a`, `b`, and `c`. Names with unbalanced brackets stay whole. */
function splitName(name: string): string[] {
  const [, first, rest] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? [];
  if (first === undefined || rest === undefined) return [name];
  const inner = [...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, segment]) => segment ?? '');
  return inner.length < MAX_NESTING ? [first, ...inner] : [name];
}

function getNextIndex(form: MutableForm): string {
  return String(Object.keys(form).length);
}

/** Returns a form without a prototype, because its names come from the request. */
function createEmptyForm(): MutableForm {
  return Object.create(null);
}

/** Returns the strings of a list, in order. A single string is a list of one. */
export function readList(value: string | Form | undefined): string[] {
  if (value === undefined) return [];
  if (typeof value === 'string') return [value];
  return Object.values(value).filter((entry) => typeof entry === 'string');
}

/**
 * Rejects unknown fields, as Stripe does.
 *
 * @throws StripeApiError parameter_unknown for a field that is neither in `names` nor `expand`, which all requests have
 */
export function rejectUnknownFields(form: Form, names: readonly string[]): void {
  const unknownName = Object.keys(form).find((name) => !names.includes(name) && name !== 'expand');
  if (unknownName === undefined) return;
  throw buildInvalidRequestError(`Received unknown parameter: ${unknownName}`, {
    code: 'parameter_unknown',
    param: unknownName,
  });
}

/** Returns a string field, or undefined if it is missing or empty. */
export function readText(form: Form, name: string): string | undefined {
  const value = form[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string') throw buildInvalidRequestError('Invalid string: must be a string', { param: name });
  return value;
}

/** Returns a string field. Throws a StripeApiError (parameter_missing) if it is missing or empty. */
export function requireText(form: Form, name: string): string {
  const value = readText(form, name);
  if (value !== undefined) return value;
  throw buildInvalidRequestError(`Missing required param: ${name}.`, { code: 'parameter_missing', param: name });
}

/** Returns a field's nested fields, or an empty form if it is missing. */
export function readNested(form: Form, name: string): Form {
  const value = form[name];
  if (value === undefined || value === '') return {};
  if (typeof value === 'string') throw buildInvalidRequestError('Invalid object', { param: name });
  return value;
}

/**
 * Returns an integer of at least 1, or undefined if the field is missing.
 *
 * @throws StripeApiError parameter_invalid_integer
 */
export function readPositiveInteger(form: Form, name: string): number | undefined {
  const value = readText(form, name);
  if (value === undefined) return undefined;

  const code = 'parameter_invalid_integer';
  if (!/^-?\d{1,15}$/.test(value)) throw buildInvalidRequestError(`Invalid integer: ${value}`, { code, param: name });
  if (Number(value) >= 1) return Number(value);
  throw buildInvalidRequestError('This value must be greater than or equal to 1.', { code, param: name });
}

/** Returns whether a field is `true`, or undefined if it is missing. */
export function readFlag(form: Form, name: string): boolean | undefined {
  const value = readOneOf(form, name, ['true', 'false']);
  return value === undefined ? undefined : value === 'true';
}

/** Returns one of the allowed values, or undefined if the field is missing. */
export function readOneOf<T extends string>(form: Form, name: string, values: readonly T[]): T | undefined {
  const value = readText(form, name);
  const match = values.find((candidate) => candidate === value);
  if (value === undefined || match !== undefined) return match;
  throw buildInvalidRequestError(`Invalid ${name}: must be one of ${values.join(', ')}`, { param: name });
}

/** Returns an email, or undefined if the field is missing. Throws a StripeApiError (email_invalid) for other text. */
export function readEmail(form: Form, name: string): string | undefined {
  const value = readText(form, name);
  if (value === undefined || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) return value;
  throw buildInvalidRequestError(`Invalid email address: ${value}`, { code: 'email_invalid', param: name });
}

/** Returns the metadata. Throws a StripeApiError if it exceeds Stripe's limits. */
export function readMetadata(form: Form): Record<string, string> {
  const entries = Object.entries(readNested(form, 'metadata'));
  if (entries.length > METADATA_LIMITS.names) {
    throw buildInvalidRequestError(`You can specify up to ${METADATA_LIMITS.names} metadata keys.`, {
      param: 'metadata',
    });
  }

  return Object.fromEntries(
    entries.map(([name, value]) => {
      const param = `metadata[${name}]`;
      if (typeof value !== 'string') throw buildInvalidRequestError('Metadata values must be strings', { param });
      requireMaxLength('key', name, METADATA_LIMITS.nameLength, param);
      requireMaxLength('value', value, METADATA_LIMITS.valueLength, param);
      return [name, value];
    }),
  );
}

function requireMaxLength(part: 'key' | 'value', { length }: string, limit: number, param: string): void {
  if (length <= limit) return;
  const rule = `Metadata ${part}s can have up to ${limit} characters`;
  throw buildInvalidRequestError(`${rule}, but you passed in a ${part} that is ${length} characters.`, { param });
}
