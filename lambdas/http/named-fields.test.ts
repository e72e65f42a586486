import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { allEndpoints } from '../../shared/contract/contract.ts';
import { pickNamedFields } from './named-fields.ts';

/** No response names this attribute. */
const SECRET = { textOrder: 'ada@fathom.example' };

interface SampleOptions {
  /** Fields that each object has in addition. */
  readonly added: object;
  /** Which option of a union the sample has. */
  readonly option: number;
}

/** Returns a value with every field that a schema names. */
function sampleOf(schema: z.core.$ZodType, options: SampleOptions): unknown {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.ZodType>(schema.shape).map(([name, field]) => [name, sampleOf(field, options)]);
    return { ...Object.fromEntries(fields), ...options.added };
  }
  if (schema instanceof z.ZodArray) return [sampleOf(schema.element, options), sampleOf(schema.element, options)];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return sampleOf(schema.unwrap(), options);
  if (schema instanceof z.ZodDiscriminatedUnion) return sampleOf(schema.options[options.option]!, options);
  if (schema instanceof z.ZodLiteral) return schema.value;
  if (schema instanceof z.ZodRecord) return { 'content-type': 'image/png' };
  return 'a value';
}

describe('a response', () => {
  const cases = allEndpoints.flatMap(({ name, response }) => [0, 1].map((option) => ({ name, option, response })));

  it.each(cases)('of $name (option $option) has the fields of the contract, and no other', ({ response, option }) => {
    const result = sampleOf(response, { added: SECRET, option }) as object;
    const expected = sampleOf(response, { added: {}, option });

    expect(pickNamedFields(response)(result)).toEqual(expected);
  });

  it('keeps null, and leaves out what is missing', () => {
    const schema = z.object({ a: z.object({ b: z.string() }).nullable(), c: z.array(z.string()).optional() });
    expect(pickNamedFields(schema)({ a: null })).toEqual({ a: null });
    expect(pickNamedFields(schema)({ a: { b: 'x', d: 'y' }, c: ['z'] })).toEqual({ a: { b: 'x' }, c: ['z'] });
  });

  it('cannot have a kind of schema whose fields are unknown', () => {
    expect(() => pickNamedFields(z.object({ a: z.any() }))).toThrow('the kind any');
  });
});
