import fc from 'fast-check';
import * as z from 'zod';
import { SEED } from '../../support/seed.ts';
import { type JsonSchema, valueArbitrary } from './request-arbitrary.ts';

/** Arbitraries, which are fast-check's generators, of values that probably break a rule, by the rule's name. */
type BrokenValuesByRule = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Number of values that are generated per rule of a field, including duplicates. */
const VALUES_PER_RULE = 2;

/** Generates values that probably break a rule of a field, a few per rule of its schema. Depends only on the seed. */
export function generateBrokenValues(field: z.ZodType): readonly unknown[] {
  const schema = z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const values = Object.values(breakRules(schema)).flatMap((brokenValues) =>
    fc.sample(brokenValues, { seed: SEED, numRuns: VALUES_PER_RULE }),
  );

  // Drops duplicates.
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

/** Values of each type. A field accepts some of them, or none. */
const TYPES: BrokenValuesByRule = {
  null: fc.constant(null),
  boolean: fc.boolean(),
  integer: fc.maxSafeInteger(),
  double: fc.double({ noNaN: true, noDefaultInfinity: true }),
  text: fc.string(),
  list: fc.array(fc.jsonValue({ maxDepth: 1 })),
  object: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 })),
};

/**
 * Returns the rules of a schema with values that probably break them. A transform may repair some values, so check them
 * against the schema.
 */
function breakRules(schema: JsonSchema): BrokenValuesByRule {
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

/** Returns the rules of a text with values that probably break them. */
function breakText({ minLength = 0, maxLength }: JsonSchema): BrokenValuesByRule {
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

/** Returns the rules of a number with values that probably break them. */
function breakNumber({ type, minimum, maximum }: JsonSchema): BrokenValuesByRule {
  return {
    digits: fc.maxSafeInteger().map(String),
    ...(type === 'integer' && { fraction: fc.maxSafeInteger().map((value) => (value % 1_000_000) + 0.5) }),
    ...(minimum !== undefined && { minimum: fc.constant(minimum - 1) }),
    ...(maximum !== undefined && { maximum: fc.constant(maximum + 1) }),
  };
}

/** Returns the rules of a list and of its items, with lists that probably break them. */
function breakList({ items = {}, minItems = 0, maxItems = 5 }: JsonSchema): BrokenValuesByRule {
  const item = valueArbitrary(items);
  const invalidItems = mapRules(breakRules(items), (value) => [value]);
  const longList = { minLength: maxItems + 1, maxLength: maxItems + 5, size: 'max' } as const;
  return {
    ...renameRules(invalidItems, 'items'),
    maxItems: fc.array(item, longList),
    ...(minItems > 0 && { minItems: fc.array(item, { maxLength: minItems - 1 }) }),
  };
}

/** Returns the rules of an object and of its properties, with objects that probably break them. */
function breakObject(schema: JsonSchema): BrokenValuesByRule {
  const { properties = {}, required = [] } = schema;
  const validObjects = valueArbitrary(schema) as fc.Arbitrary<object>;
  const replace = (name: string, brokenValues: fc.Arbitrary<unknown>) =>
    fc.tuple(validObjects, brokenValues).map(([object, value]) => ({ ...object, [name]: value }));
  const invalidProperties = Object.entries(properties).map(([name, property]) => {
    const rules = Object.entries(breakRules(property));
    const objectsByRule = Object.fromEntries(rules.map(([rule, brokenValues]) => [rule, replace(name, brokenValues)]));
    return renameRules(objectsByRule, name);
  });

  return {
    ...Object.assign({}, ...invalidProperties),
    ...Object.fromEntries(
      required.map((name) => [`${name} is missing`, validObjects.map((object) => omit(object, name))]),
    ),
    undeclared: fc.tuple(validObjects, fc.string()).map(([object, name]) => ({ ...object, [name]: 1 })),
  };
}

/** Converts the values of all rules. */
const mapRules = (rules: BrokenValuesByRule, map: (value: unknown) => unknown): BrokenValuesByRule =>
  Object.fromEntries(Object.entries(rules).map(([rule, brokenValues]) => [rule, brokenValues.map(map)]));

/** Puts a prefix before the name of each rule. */
const renameRules = (rules: BrokenValuesByRule, prefix: string): BrokenValuesByRule =>
  Object.fromEntries(Object.entries(rules).map(([rule, brokenValues]) => [`${prefix}: ${rule}`, brokenValues]));

const omit = (object: object, name: string) =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
