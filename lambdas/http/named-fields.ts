import type * as z from 'zod';

/** Copies a value without the fields that its schema doesn't name. */
type Picker = (value: unknown) => unknown;
type Schema = z.core.$ZodType;

/**
 * Returns a function that copies a response without the fields that its schema doesn't name, at every level. So an item
 * that is spread into a response reveals no attribute by accident. Doesn't validate: values keep their types.
 *
 * @throws Error if the schema has a kind that this function doesn't know
 */
export function pickNamedFields(response: z.ZodObject): (result: object) => object {
  return pickObject(response) as (result: object) => object;
}

/** Builds the picker of a schema. Returns undefined for values without named fields, which are copied unchanged. */
function buildPicker(schema: Schema): Picker | undefined {
  const { type } = schema._zod.def;
  switch (type) {
    case 'object':
      return pickObject(schema as z.core.$ZodObject);
    case 'array':
      return pickEach(buildPicker((schema as z.core.$ZodArray)._zod.def.element));
    case 'optional':
    case 'nullable':
      return pickIfPresent(buildPicker((schema as z.core.$ZodOptional | z.core.$ZodNullable)._zod.def.innerType));
    case 'union':
      return pickOption(schema as z.core.$ZodDiscriminatedUnion);
    case 'string':
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
    // The fields of a record can have any names, such as those of HTTP headers.
    case 'record':
      return undefined;
    default:
      throw new Error(`The fields of a schema of the kind ${type} are unknown.`);
  }
}

function pickObject(schema: z.core.$ZodObject): Picker {
  const fields = Object.entries(schema._zod.def.shape).map(([name, field]) => ({ name, pick: buildPicker(field) }));

  return (value) => {
    const source = value as Readonly<Record<string, unknown>>;
    const pickedFields: Record<string, unknown> = {};
    for (const { name, pick } of fields) {
      const field = source[name];
      if (field !== undefined) pickedFields[name] = pick ? pick(field) : field;
    }

    return pickedFields;
  };
}

function pickEach(pick: Picker | undefined): Picker | undefined {
  return pick && ((values) => (values as readonly unknown[]).map(pick));
}

function pickIfPresent(pick: Picker | undefined): Picker | undefined {
  return pick && ((value) => (value === null || value === undefined ? value : pick(value)));
}

/** Picks the fields of the option that the value's discriminator names. */
function pickOption({ _zod: { def } }: z.core.$ZodDiscriminatedUnion): Picker {
  const pickers = new Map<unknown, Picker>();
  for (const option of def.options as readonly z.core.$ZodObject[]) {
    const discriminator = option._zod.def.shape[def.discriminator] as z.core.$ZodLiteral;
    for (const value of discriminator._zod.def.values) pickers.set(value, pickObject(option));
  }

  return (value) => pickers.get((value as Readonly<Record<string, unknown>>)[def.discriminator])?.(value);
}
