import type * as z from 'zod';
import type { ErrorParams } from '../../shared/contract/error-params.ts';
import { decodeRule, encodeRule, type FieldRule } from '../../shared/contract/field-rule.ts';

/** Options for `safeParse` that replace zod's messages with encoded rules. The contract's own rules take precedence. */
export const RULE_MESSAGES: z.core.ParseContext<z.core.$ZodIssue> = { error: (issue) => encodeRule(toRule(issue)) };

/**
 * Returns the parameters of `InvalidInput` for the first issue.
 *
 * @param error - from a `safeParse` with {@link RULE_MESSAGES}
 */
export function toInvalidInput({ issues: [issue] }: z.core.$ZodError): ErrorParams['InvalidInput'] {
  if (issue?.code === 'unrecognized_keys') return { reason: 'unknown-fields', fields: issue.keys };
  if (!issue || issue.path.length === 0) return { reason: 'not-an-object' };

  const path = issue.path.map((key) => (typeof key === 'number' ? key : String(key)));
  return { reason: 'field', path, ...decodeRule(issue.message) };
}

function toRule(issue: z.core.$ZodRawIssue): FieldRule {
  if (issue.input === undefined) return { rule: 'required' };

  switch (issue.code) {
    case 'invalid_type':
      return { rule: 'type', expected: issue.expected };
    case 'invalid_value':
      return { rule: 'one-of', values: issue.values.filter(isPrintable) };
    case 'too_small':
      if (Number(issue.minimum) === 1 && issue.origin !== 'number') return { rule: 'not-empty' };
      return { rule: 'min', limit: Number(issue.minimum), unit: unitOf(issue.origin) };
    case 'too_big':
      return { rule: 'max', limit: Number(issue.maximum), unit: unitOf(issue.origin) };
    default:
      return { rule: 'unknown' };
  }
}

function unitOf(origin: string): 'entries' | 'characters' | undefined {
  if (origin === 'array') return 'entries';
  return origin === 'string' ? 'characters' : undefined;
}

function isPrintable(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
