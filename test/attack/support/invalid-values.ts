import fc from 'fast-check';
import * as z from 'zod';
import { SEED } from '../../support/seed.ts';
import { type JsonSchema, valueArbitrary } from './request-arbitrary.ts';

/** Values that probably break a rule, by the rule's name. */
type Rules = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Number of values that are generated per rule of a field, including duplicates. */
const VALUES_PER_RULE = 2;

/** Generates values of each type. A field accepts some of them. */
const TYPES: Rules = {
  null: fc.constant(null),
  boolean: fc.boolean(),
  integer: fc.maxSafeInteger(),
  double: fc.double({ noNaN: true, noDefaultInfinity: true }),
  text: fc.string(),
  list: fc.array(fc.jsonValue({ maxDepth: 1 })),
  object: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 })),
};

/**
 * Returns the rules of a schema, each with an arbitrary of values that are likely to break it. A transform may repair
 * some of them, so check them against the schema.
 */
function breakRules(schema: JsonSchema): Rules {
  const { anyOf, type } = schema;
  if (anyOf) return Object.assign({}, ...anyOf.map(breakRules));

  return {
    ...TYPES,
    ...(schema.enum && { enum: fc.constantFrom(...schema.enum).map((value) => `${value}x`) }),
    ...(type === 'string' && breakText(schema)),
    ...((type === 'integer' || type === 'number') && breakNumber(schema)),
    ...(type === 'array' && breakList(schema)),
    ...(type === 'object' && breakObject(schema)),
  };
}

function breakText({ minLength = 0, maxLength }: JsonSchema): Rules {
  return {
    // Also breaks patterns, and rules that a JSON schema doesn't express.
    pattern: fc.string({ unit: 'binary', maxLength: 80 }),
    ...(minLength > 0 && { minLength: fc.string({ maxLength: minLength - 1 }) }),
    ...(maxLength !== undefined && { maxLength: fc.constant('x'.repeat(maxLength + 1)) }),
    ...(maxLength !== undefined && {
      cleanLength: fc.constant('x'.repeat(computeCleanLimit(maxLength) + 1)),
    }),
  };
}

/** Returns the limit of a cleaned text. Its schema limits the raw text to four times this length, plus 100. */
const computeCleanLimit = (maxLength: number) => Math.max(0, Math.floor((maxLength - 100) / 4));

function breakNumber({ type, minimum, maximum }: JsonSchema): Rules {
  return {
    digits: fc.maxSafeInteger().map(String),
    ...(type === 'integer' && { fraction: fc.maxSafeInteger().map((value) => (value % 1_000_000) + 0.5) }),
    ...(minimum !== undefined && { minimum: fc.constant(minimum - 1) }),
    ...(maximum !== undefined && { maximum: fc.constant(maximum + 1) }),
  };
}

function breakList({ items = {}, minItems = 0, maxItems = 5 }: JsonSchema): Rules {
  const item = valueArbitrary(items);
  const invalidItems = mapRules(breakRules(items), (value) => [value]);
  const longList = { minLength: maxItems + 1, maxLength: maxItems + 5, size: 'max' } as const;
  return {
    ...renameRules(invalidItems, 'items'),
    maxItems: fc.array(item, longList),
    ...(minItems > 0 && { minItems: fc.array(item, { maxLength: minItems - 1 }) }),
  };
}

function breakObject(schema: JsonSchema): Rules {
  const { properties = {}, required = [] } = schema;
  const validObjects = valueArbitrary(schema) as fc.Arbitrary<object>;
  const replace = (name: string, brokenValues: fc.Arbitrary<unknown>) =>
    fc.tuple(validObjects, brokenValues).map(([object, value]) => ({ ...object, [name]: value }));
  const invalidProperties = Object.entries(properties).map(([name, property]) =>
    renameRules(
      Object.fromEntries(
        Object.entries(breakRules(property)).map(([rule, brokenValues]) => [rule, replace(name, brokenValues)]),
      ),
      name,
    ),
  );

  return {
    ...Object.assign({}, ...invalidProperties),
    ...Object.fromEntries(
      required.map((name) => [`${name} is missing`, validObjects.map((object) => omit(object, name))]),
    ),
    undeclared: fc.tuple(validObjects, fc.string()).map(([object, name]) => ({ ...object, [name]: 1 })),
  };
}

const mapRules = (rules: Rules, map: (value: unknown) => unknown): Rules =>
  Object.fromEntries(Object.entries(rules).map(([rule, brokenValues]) => [rule, brokenValues.map(map)]));

const renameRules = (rules: Rules, prefix: string): Rules =>
  Object.fromEntries(Object.entries(rules).map(([rule, brokenValues]) => [`${prefix}: ${rule}`, brokenValues]));

const omit = (object: object, name: string) =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));

/** Generates values that probably break a rule of a field, a few per rule of its schema. Depends only on the seed. */
export function generateBrokenValues(field: z.ZodType): readonly unknown[] {
  const schema = z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const values = Object.values(breakRules(schema)).flatMap((brokenValues) =>
    fc.sample(brokenValues, { seed: SEED, numRuns: VALUES_PER_RULE }),
  );
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

/** Generates names of fields that an endpoint doesn't declare. */
export function generateUndeclaredNames(declaredNames: readonly string[]): readonly string[] {
  const name = fc.oneof(
    fc.string({ minLength: 1 }),
    // Similar to a declared name.
    fc
      .constantFrom(...declaredNames)
      .chain((similar) => fc.constantFrom(`${similar} `, `${similar}[]`, similar.toUpperCase())),
  );
  return fc.sample(name, { seed: SEED, numRuns: 10 }).filter((candidate) => !declaredNames.includes(candidate));
}
