import fc from 'fast-check';
import * as z from 'zod';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';

/** Values of fields by name, such as existing IDs. Generated requests use them besides generated values. */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>;

/** The parts of a JSON schema that the contract uses. */
export interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** Maximum length of generated texts and lists, so that a run stays short. */
const MAX_LENGTH = 60;

/**
 * Returns an arbitrary, which is fast-check's generator, for values of a JSON schema. Ignores patterns that fast-check
 * doesn't support.
 */
export function valueArbitrary(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { anyOf, properties, required = [], items = {}, minimum, maximum, minItems = 0, maxItems = 5 } = schema;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (anyOf) return fc.oneof(...anyOf.map(valueArbitrary));

  switch (schema.type) {
    case 'string':
      return textArbitrary(schema);
    case 'integer':
      return fc.maxSafeInteger().map((value) => clamp(value, minimum, maximum));
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true, min: minimum, max: maximum });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valueArbitrary(items), { minLength: minItems, maxLength: Math.min(maxItems, 5) });
    case 'object': {
      const fields = Object.entries(properties ?? {}).map(([name, field]) => [name, valueArbitrary(field)] as const);
      return fc.record(Object.fromEntries(fields), { requiredKeys: [...required], noNullPrototype: true });
    }
    default:
      return fc.jsonValue();
  }
}

function textArbitrary({ pattern, minLength = 0, maxLength = MAX_LENGTH }: JsonSchema): fc.Arbitrary<string> {
  try {
    if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  } catch {
    // Classes of Unicode properties are not supported.
  }
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, MAX_LENGTH)) });
}

const clamp = (value: number, min = -Infinity, max = Infinity) => Math.min(Math.max(value, min), max);

/**
 * Generates valid values of one field: known ones, and generated ones that the schema accepts. A known value replaces a
 * generated value that the schema rejects. If no value is known, undefined replaces it.
 */
function fieldArbitrary(field: z.ZodType, knownValues: readonly unknown[]): fc.Arbitrary<unknown> {
  const schema = z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const acceptedValues = knownValues.filter((value) => field.safeParse(value).success);
  const [fallback] = acceptedValues;
  // A filter would search forever where valid values are rare.
  const generatedValues = valueArbitrary(schema).map((value) => (field.safeParse(value).success ? value : fallback));
  return acceptedValues.length > 0 ? fc.oneof(fc.constantFrom(...acceptedValues), generatedValues) : generatedValues;
}

/**
 * Generates valid requests of an endpoint from its schemas. Optional fields are sometimes missing.
 *
 * @throws Error if the schemas accept none of the first requests, because a known value of a field is missing
 */
export function requestArbitrary(endpoint: Endpoint, knownValues: KnownValues): fc.Arbitrary<Record<string, unknown>> {
  const { params, query, body, example = {} } = endpoint;
  const shape = { ...params?.shape, ...query?.shape, ...body?.shape } as Record<string, z.ZodType>;
  const fields = Object.entries(shape).map(([name, field]) => {
    const examples = Object.hasOwn(example, name) ? [(example as Record<string, unknown>)[name]] : [];
    return [name, fieldArbitrary(field, [...examples, ...(knownValues[name] ?? [])])] as const;
  });
  const requiredKeys = Object.keys(shape).filter((name) => !shape[name]!.safeParse(undefined).success);

  const isAccepted = (request: Readonly<Record<string, unknown>>) => accepts(endpoint, request);
  const samples = fc.sample(fc.record(Object.fromEntries(fields)), { numRuns: 100, seed: 1 });
  if (fields.length > 0 && !samples.some(isAccepted)) {
    throw new Error(`Add known values of ${endpoint.name}: its schemas reject the generated requests.`);
  }

  return fc.record(Object.fromEntries(fields), { requiredKeys, noNullPrototype: true }).filter(isAccepted);
}

/** Returns whether the contract accepts a request. */
export function accepts({ params, query, body }: Endpoint, request: Readonly<Record<string, unknown>>): boolean {
  return [params, query, body].every((schema) => {
    if (!schema) return true;
    const declaredFields = Object.entries(request).filter(([name]) => Object.hasOwn(schema.shape, name));
    return schema.safeParse(Object.fromEntries(declaredFields)).success;
  });
}
