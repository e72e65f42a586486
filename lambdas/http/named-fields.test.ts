/** Tests that a response has only the fields that the contract names, even if a function returns more. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { allEndpoints } from '../../shared/contract/contract.ts';
import { pickNamedFields } from './named-fields.ts';

/** An attribute that no response names. */
const SECRET = { textOrder: 'ada@fathom.example' };

interface SampleOptions {
  /** Fields that each object has in addition to the named fields. */
  readonly addedFields: object;
  /** Index of the option that the sample has if the schema is a union. */
  readonly option: number;
}

/** Builds a value with every field that a schema names. */
function buildSample(schema: z.core.$ZodType, options: SampleOptions): unknown {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.ZodType>(schema.shape).map(([name, field]) => [name, buildSample(field, options)]);
    return { ...Object.fromEntries(fields), ...options.addedFields };
  }
  if (schema instanceof z.ZodArray) return [buildSample(schema.element, options), buildSample(schema.element, options)];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return buildSample(schema.unwrap(), options);
  if (schema instanceof z.ZodDiscriminatedUnion) return buildSample(schema.options[options.option]!, options);
  if (schema instanceof z.ZodLiteral) return schema.value;
  if (schema instanceof z.ZodRecord) return { 'content-type': 'image/png' };
  return 'a value';
}

describe('a response', () => {
  const cases = allEndpoints.flatMap(({ name, response }) => [0, 1].map((option) => ({ name, option, response })));

  it.each(cases)('returns only fields of the contract for $name (option $option)', ({ response, option }) => {
    const result = buildSample(response, { addedFields: SECRET, option }) as object;
    const expected = buildSample(response, { addedFields: {}, option });

    expect(pickNamedFields(response)(result)).toEqual(expected);
  });

  it('keeps null, adds no missing field, and omits fields that a nested schema does not name', () => {
    const schema = z.object({ a: z.object({ b: z.string() }).nullable(), c: z.array(z.string()).optional() });

    expect(pickNamedFields(schema)({ a: null })).toEqual({ a: null });
    expect(pickNamedFields(schema)({ a: { b: 'x', d: 'y' }, c: ['z'] })).toEqual({ a: { b: 'x' }, c: ['z'] });
  });

  it('rejects a response schema of a kind whose fields are unknown', () => {
    expect(() => pickNamedFields(z.object({ a: z.any() }))).toThrow('the kind any');
  });
});
