import { z } from 'zod';

/** What somebody asks to do. */
export interface Call {
  /** `dynamodb:GetItem`. */
  readonly action: string;
  /** ARN of what it is done to. */
  readonly resource: string;
  /** What conditions are about, by key: `dynamodb:LeadingKeys`. */
  readonly context?: Readonly<Record<string, readonly string[]>>;
}

const texts = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());

// Strict, so that what is not understood is an error: NotAction, NotResource, Principal.
const statement = z.strictObject({
  Effect: z.string(),
  Action: texts,
  Resource: texts,
  Condition: z.record(z.string(), z.record(z.string(), texts)).default({}),
});

const policyDocument = z.strictObject({ Version: z.string(), Statement: z.array(statement) });

type Test = (call: Call) => boolean;

/** One statement of a policy, ready to judge. */
export interface Statement {
  readonly allows: Test;
}

/**
 * Reads the statements of a policy, its intrinsic functions resolved.
 *
 * @param place - what to call the policy in errors
 * @throws Error naming what is not known here: another effect than Allow, or an operator or key of conditions. A
 *   statement that is silently misread would prove nothing.
 */
export function parsePolicy(document: unknown, place: string): Statement[] {
  return policyDocument.parse(document).Statement.map(({ Effect, Action, Resource, Condition }) => {
    if (Effect !== 'Allow') throw new Error(`${place} has the effect ${Effect}, which infra/local/iam does not know.`);
    const actions = Action.map((pattern) => wildcards(pattern, 'i'));
    const resources = Resource.map((pattern) => wildcards(pattern));
    const conditions = Object.entries(Condition).flatMap(([operator, keys]) =>
      Object.entries(keys).map(([key, patterns]) => condition(operator, key, patterns, place)),
    );
    return {
      allows: (call) =>
        actions.some((pattern) => pattern.test(call.action)) &&
        resources.some((pattern) => pattern.test(call.resource)) &&
        conditions.every((holds) => holds(call)),
    };
  });
}

/** Whether one of the statements allows a call. */
export function isAllowed(statements: readonly Statement[], call: Call): boolean {
  return statements.some(({ allows }) => allows(call));
}

/** The keys of conditions that calls are described by. */
const KNOWN_KEYS: readonly string[] = ['dynamodb:LeadingKeys'];

function condition(operator: string, key: string, patterns: readonly string[], place: string): Test {
  if (!KNOWN_KEYS.includes(key)) {
    throw new Error(`${place} has a condition on ${key}, which infra/local/iam does not know.`);
  }
  const matchers = patterns.map((pattern) => wildcards(pattern));
  const matches = (value: string) => matchers.some((matcher) => matcher.test(value));
  switch (operator) {
    case 'StringLike':
      return ({ context = {} }) => (context[key] ?? []).some(matches);
    case 'ForAllValues:StringLike':
      // As on AWS, true of no value at all.
      return ({ context = {} }) => (context[key] ?? []).every(matches);
    default:
      throw new Error(`${place} has a condition with ${operator}, which infra/local/iam does not know.`);
  }
}

/** IAM's wildcards: `*` for any characters, none included, and `?` for exactly one. */
function wildcards(pattern: string, flags = ''): RegExp {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, `s${flags}`);
}
