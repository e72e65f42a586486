import type * as z from 'zod';
import { formatCount } from '../../shared/text/format-count.ts';

/** Words for fields whose names don't read well in a sentence. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  q: 'Search text',
  lastKey: 'Cursor',
  imageId: 'Picture ID',
  imageAlt: 'Picture description',
};

const ACRONYMS: Readonly<Record<string, string>> = { id: 'ID', ids: 'IDs', url: 'URL' };

/**
 * Options for `safeParse` that replace zod's messages with predicates, such as `must be a number`. Messages in the
 * contract are predicates too and take precedence.
 */
export const PREDICATE_MESSAGES: z.core.ParseContext<z.core.$ZodIssue> = { error: describeIssue };

/**
 * Returns the first issue as a sentence for members: `Sort by must be "recent" or "size".`
 *
 * @param error - from a `safeParse` with {@link PREDICATE_MESSAGES}
 */
export function toSentence({ issues: [issue] }: z.core.$ZodError): string {
  if (issue?.code === 'unrecognized_keys') {
    const names = listValues(issue.keys, 'and');
    return issue.keys.length === 1 ? `The field ${names} isn't allowed.` : `The fields ${names} aren't allowed.`;
  }
  if (!issue || issue.path.length === 0) return 'The request must be a JSON object.';
  return `${describeField(issue.path)} ${issue.message}.`;
}

function describeIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'is required';

  switch (issue.code) {
    case 'invalid_type':
      return describeType(issue.expected);
    case 'invalid_value':
      return `must be ${listValues(issue.values, 'or')}`;
    case 'too_small':
      return Number(issue.minimum) === 1 && issue.origin !== 'number'
        ? 'must not be empty'
        : describeSize(issue.origin, 'at least', issue.minimum);
    case 'too_big':
      return describeSize(issue.origin, 'at most', issue.maximum);
    default:
      return 'is not valid';
  }
}

function describeType(expected: string): string {
  const types: Readonly<Record<string, string>> = {
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    string: 'text',
    array: 'a list',
  };
  return `must be ${types[expected] ?? 'an object'}`;
}

function describeSize(origin: string, bound: 'at least' | 'at most', size: number | bigint): string {
  const count = formatCount(size);
  if (origin === 'array') return `must have ${bound} ${count} entries`;
  return origin === 'string' ? `must be ${bound} ${count} characters` : `must be ${bound} ${count}`;
}

/** Formats values as `"a", "b" or "c"`. */
function listValues(values: readonly unknown[], conjunction: 'and' | 'or'): string {
  const quoted = values.map((value) => (typeof value === 'string' ? `"${value}"` : String(value)));
  return [quoted.slice(0, -1).join(', '), quoted.at(-1)].filter(Boolean).join(` ${conjunction} `);
}

/** Describes a field by its path: `Sort by`, `Entry 2 of user IDs`, `Size in entry 2 of parts`. */
function describeField(path: readonly PropertyKey[]): string {
  const words = path.reduce<string>((parent, key) => {
    if (typeof key === 'number') return `entry ${key + 1} of ${parent}`;
    const name = nameField(String(key));
    return parent ? `${name} in ${parent}` : name;
  }, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Splits a camel-case name into words: `userIds` becomes `user IDs`. */
function nameField(name: string): string {
  const words = name
    .split(/(?=[A-Z])/)
    .map((word) => ACRONYMS[word.toLowerCase()] ?? word.toLowerCase())
    .join(' ');
  return FIELD_NAMES[name] ?? words;
}
