import type { FieldProblem } from '../contract/error-params.ts';
import type { FieldFormat, FieldRule } from '../contract/field-rule.ts';
import { MAX_MESSAGE_BYTES } from '../rules/limits.ts';
import { formatCount } from '../text/format-count.ts';

/** Words for fields whose names don't read well in a sentence. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  q: 'Search text',
  lastKey: 'Cursor',
  imageId: 'Picture ID',
  imageAlt: 'Picture description',
};

/** Words of field names that are acronyms, with their spelling in a sentence. */
const ACRONYMS: Readonly<Record<string, string>> = { id: 'ID', ids: 'IDs', url: 'URL' };

/** The rule of each format. */
const FORMATS: Readonly<Record<FieldFormat, string>> = {
  'allowed-file-type': 'must be image, video, audio, PDF, plain text or zip',
  checksum: 'must be a SHA-256 in Base64',
  'client-key': 'must be 8 to 64 letters, digits and hyphens',
  'device-id': 'must be the ID of a device',
  dollars: 'must be dollars with two decimals, such as "1.00"',
  email: 'must be a valid address',
  'file-id': 'must be the ID of a file',
  'file-name': 'must not contain slashes, quotes, control or invisible characters, or piles of marks',
  'generated-id': 'must be an ID from the API',
  'member-id': 'must be a member ID of at most 64 letters, digits and hyphens',
  'message-id': 'must be a message ID from the server',
  'message-size': `must be at most ${formatCount(MAX_MESSAGE_BYTES)} bytes in JSON`,
  normalized: 'must be in Unicode normalization form C',
  'not-dots': 'must not consist of dots only',
  'object-checksum': "must be S3's SHA-256 of an object",
  'order-id': 'must be the ID of a PayPal order',
  'outline-id': 'must be an ID from an outline',
  'package-name': 'must be at most 100 letters, digits, spaces and simple punctuation marks',
  'prepared-name': 'must be the name that the upload was prepared with',
  'public-url': 'must be the publicUrl of an upload',
  'purchase-depth': 'must be 0.1 to 10,000 metres, in steps of 0.1',
  'six-digits': 'must have 6 digits',
  trimmed: 'must not begin or end with a space',
};

/** The words for types of values. */
const TYPES: Readonly<Record<string, string>> = {
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  string: 'text',
  array: 'a list',
};

/** Builds the sentence for a field that breaks a rule: `Sort by must be "recent" or "size".` */
export function describeField(problem: FieldProblem): string {
  return `${nameField(problem.path)} ${describeRule(problem)}.`;
}

/** Builds the sentence for fields that an endpoint doesn't have: `The field "depth" isn't allowed.` */
export function describeUnknownFields(fields: readonly string[]): string {
  const names = listValues(fields, 'and');
  return fields.length === 1 ? `The field ${names} isn't allowed.` : `The fields ${names} aren't allowed.`;
}

function describeRule(rule: FieldRule): string {
  switch (rule.rule) {
    case 'required':
      return 'is required';
    case 'not-empty':
      return 'must not be empty';
    case 'not-blank':
      return 'must not be blank';
    case 'type':
      return `must be ${TYPES[rule.expected] ?? 'an object'}`;
    case 'one-of':
      return `must be ${listValues(rule.values, 'or')}`;
    case 'min':
    case 'max':
      return describeBound(rule);
    case 'whole-number':
      return describeRange(rule);
    case 'format':
      return FORMATS[rule.format];
    case 'unknown':
      return 'is not valid';
  }
}

function describeBound({ rule, limit, unit }: FieldRule & { readonly rule: 'min' | 'max' }): string {
  const verb = unit === 'entries' ? 'have' : 'be';
  return `must ${verb} ${rule === 'min' ? 'at least' : 'at most'} ${formatCount(limit)}${unit ? ` ${unit}` : ''}`;
}

function describeRange({ min, max }: FieldRule & { readonly rule: 'whole-number' }): string {
  if (max === undefined) return `must be a whole number of at least ${formatCount(min)}`;
  return `must be a whole number from ${formatCount(min)} to ${formatCount(max)}`;
}

/** Formats values as `"a", "b" or "c"`. */
function listValues(values: readonly unknown[], conjunction: 'and' | 'or'): string {
  const quotedValues = values.map((value) => (typeof value === 'string' ? `"${value}"` : String(value)));
  return [quotedValues.slice(0, -1).join(', '), quotedValues.at(-1)].filter(Boolean).join(` ${conjunction} `);
}

/** Names a field by its path: `Sort by`, `Entry 2 of user IDs`, `Size in entry 2 of parts`. */
function nameField(path: readonly (string | number)[]): string {
  const name = path.reduce<string>((parent, key) => {
    if (typeof key === 'number') return `entry ${key + 1} of ${parent}`;
    const words = FIELD_NAMES[key] ?? splitWords(key);
    return parent ? `${words} in ${parent}` : words;
  }, '');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Splits a camel-case name into words: `userIds` becomes `user IDs`. */
function splitWords(name: string): string {
  return name
    .split(/(?=[A-Z])/)
    .map((word) => ACRONYMS[word.toLowerCase()] ?? word.toLowerCase())
    .join(' ');
}
