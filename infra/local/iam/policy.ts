import { z } from 'zod';

/** A call that IAM checks. */
export interface Call {
  /** The IAM action, such as `dynamodb:GetItem`. */
  readonly action: string;
  /** The ARN of the resource. */
  readonly resource: string;
  /** Values of condition keys such as `dynamodb:LeadingKeys`. */
  readonly context?: Readonly<Record<string, readonly string[]>>;
}

/** A string or a list of strings, which becomes a list. */
const stringListSchema = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());

// The schema is strict, so that unsupported elements such as NotAction, NotResource, and Principal are errors.
const statementSchema = z.strictObject({
  Effect: z.string(),
  Action: stringListSchema,
  Resource: stringListSchema,
  Condition: z.record(z.string(), z.record(z.string(), stringListSchema)).default({}),
});

const policyDocumentSchema = z.strictObject({ Version: z.string(), Statement: z.array(statementSchema) });

type Predicate = (call: Call) => boolean;

/** A parsed statement of a policy. */
export interface Statement {
  readonly allows: Predicate;
}

/**
 * Parses a policy whose intrinsic functions are resolved.
 *
 * @param policyName - for error messages
 * @throws Error for an unsupported effect, condition operator, or condition key. Ignoring such an element could
 *   allow calls that AWS denies.
 */
export function parsePolicy(document: unknown, policyName: string): Statement[] {
  return policyDocumentSchema.parse(document).Statement.map(({ Effect, Action, Resource, Condition }) => {
    if (Effect !== 'Allow') {
      throw new Error(`${policyName} has the effect ${Effect}, which the local cloud doesn't support.`);
    }

    // IAM ignores the case of actions, but not of resources.
    const actions = Action.map((pattern) => toRegExp(pattern, 'i'));
    const resources = Resource.map((pattern) => toRegExp(pattern));
    const conditions = Object.entries(Condition).flatMap(([operator, keys]) =>
      Object.entries(keys).map(([key, patterns]) => parseCondition(operator, key, patterns, policyName)),
    );

    return {
      allows: (call) =>
        actions.some((pattern) => pattern.test(call.action)) &&
        resources.some((pattern) => pattern.test(call.resource)) &&
        conditions.every((isMet) => isMet(call)),
    };
  });
}

/** Returns whether any statement allows the call. */
export function isAllowed(statements: readonly Statement[], call: Call): boolean {
  return statements.some(({ allows }) => allows(call));
}

/** The condition keys that calls contain. */
const SUPPORTED_KEYS: readonly string[] = ['dynamodb:LeadingKeys', 's3:prefix'];

function parseCondition(operator: string, key: string, patterns: readonly string[], policyName: string): Predicate {
  if (!SUPPORTED_KEYS.includes(key)) {
    throw new Error(`${policyName} has a condition on ${key}, which the local cloud doesn't support.`);
  }

  const matchers = patterns.map((pattern) => toRegExp(pattern));
  const matches = (value: string) => matchers.some((matcher) => matcher.test(value));
  switch (operator) {
    case 'StringLike':
      return ({ context = {} }) => (context[key] ?? []).some(matches);
    case 'ForAllValues:StringLike':
      // As on AWS, the condition is true without values.
      return ({ context = {} }) => (context[key] ?? []).every(matches);
    default:
      throw new Error(`${policyName} has a condition with ${operator}, which the local cloud doesn't support.`);
  }
}

/** Converts IAM's wildcards: `*` for any characters or none, `?` for exactly one. */
export function toRegExp(pattern: string, flags = ''): RegExp {
  const escapedPattern = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escapedPattern.replaceAll('*', '.*').replaceAll('?', '.')}$`, `s${flags}`);
}
