/**
 * DynamoDB's format for exports to S3: one line of JSON per item, `{"Item":{…}}`, with attributes in the format of its
 * API. ImportTable reads the same format.
 */

import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { z } from 'zod';

/** An item in the format of DynamoDB's API. */
export type Item = Record<string, AttributeValue>;

const binarySchema = z.base64().transform((base64) => Uint8Array.from(Buffer.from(base64, 'base64')));

/** An attribute: an object whose only key names the type, such as `S` for a string or `NS` for a set of numbers. */
const attributeSchema: z.ZodType<AttributeValue, unknown> = z.lazy(() =>
  z.union([
    z.strictObject({ S: z.string() }),
    z.strictObject({ N: z.string() }),
    z.strictObject({ BOOL: z.boolean() }),
    z.strictObject({ NULL: z.boolean() }),
    z.strictObject({ L: z.array(attributeSchema) }),
    z.strictObject({ M: z.record(z.string(), attributeSchema) }),
    z.strictObject({ SS: z.array(z.string()) }),
    z.strictObject({ NS: z.array(z.string()) }),
    z.strictObject({ B: binarySchema }),
    z.strictObject({ BS: z.array(binarySchema) }),
  ]),
);

const lineSchema = z.strictObject({ Item: z.record(z.string(), attributeSchema) });

/** Returns an item as a line of an export, with the newline. */
export function serializeItem(item: Item): string {
  return `${JSON.stringify({ Item: toJsonItem(item) })}\n`;
}

/**
 * Parses a line of an export.
 *
 * @throws ZodError or SyntaxError if the line is invalid
 */
export function parseItem(line: string): Item {
  return lineSchema.parse(JSON.parse(line)).Item;
}

/** Converts an attribute to a value for JSON, which has no binary type. Binary attributes become base64. */
function toJsonValue(value: AttributeValue): unknown {
  if (value.B !== undefined) return { B: toBase64(value.B) };
  if (value.BS !== undefined) return { BS: value.BS.map(toBase64) };
  if (value.L !== undefined) return { L: value.L.map(toJsonValue) };
  if (value.M !== undefined) return { M: toJsonItem(value.M) };
  return value;
}

function toJsonItem(item: Item): Record<string, unknown> {
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, toJsonValue(value)]));
}

function toBase64(value: Uint8Array): string {
  return Buffer.from(value).toString('base64');
}
