import type * as z from 'zod';
import type { ErrorParams } from '../../shared/contract/error-params.ts';
import { decodeRule, encodeRule, type FieldRule } from '../../shared/contract/field-rule.ts';

/**
 * Maximum number of unknown fields that an error names. The client chooses the names, so they could make an error frame
 * longer than API Gateway accepts.
 */
const MAX_UNKNOWN_FIELDS = 10;

/** Maximum length of the name of an unknown field in an error, in code points. */
const MAX_NAME_LENGTH = 100;

/**
 * Options for `safeParse` that replace zod's messages with encoded rules, because an issue can hold only a text.
 * A message that the contract's schema sets is kept: it is an encoded rule too.
 */
export const PARSE_OPTIONS: z.core.ParseContext<z.core.$ZodIssue> = { error: (issue) => encodeRule(toRule(issue)) };

/**
 * Returns the parameters of `InvalidInput` for the first issue, because the sentence describes one.
 *
 * @param error - from a `safeParse` with {@link PARSE_OPTIONS}
 */
export function toInvalidInputParams({ issues: [issue] }: z.core.$ZodError): ErrorParams['InvalidInput'] {
  if (issue?.code === 'unrecognized_keys') {
    return { reason: 'unknown-fields', fields: issue.keys.slice(0, MAX_UNKNOWN_FIELDS).map(shortenName) };
  }

  // An issue without a path concerns the whole value.
  if (!issue || issue.path.length === 0) return { reason: 'not-an-object' };

  // Zod's type of a path allows symbols, which JSON can't hold.
  const path = issue.path.map((key) => (typeof key === 'number' ? key : String(key)));
  return { reason: 'field', path, ...decodeRule(issue.message) };
}

/** Returns the first characters of a name. Counts code points, because half of a surrogate pair is not valid. */
function shortenName(name: string): string {
  return [...name].slice(0, MAX_NAME_LENGTH).join('');
}

function toRule(issue: z.core.$ZodRawIssue): FieldRule {
  if (issue.input === undefined) return { rule: 'required' };

  switch (issue.code) {
    case 'invalid_type':
      return { rule: 'type', expected: issue.expected };
    case 'invalid_value':
      return { rule: 'one-of', values: issue.values.filter(isStringOrNumber) };
    case 'too_small':
      if (Number(issue.minimum) === 1 && issue.origin !== 'number') return { rule: 'not-empty' };
      return { rule: 'min', limit: Number(issue.minimum), unit: unitFor(issue.origin) };
    case 'too_big':
      return { rule: 'max', limit: Number(issue.maximum), unit: unitFor(issue.origin) };
    default:
      return { rule: 'unknown' };
  }
}

/** Returns the unit of a limit. A number's limit has no unit. */
function unitFor(valueType: string): 'entries' | 'characters' | undefined {
  if (valueType === 'array') return 'entries';
  return valueType === 'string' ? 'characters' : undefined;
}

function isStringOrNumber(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
