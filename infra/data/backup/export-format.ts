/**
 * DynamoDB's format for exports to S3: one line of JSON per item, `{"Item":{…}}`, with attributes in the format of its
 * API. ImportTable reads the same format.
 */

import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { z } from 'zod';

/** An item in the format of DynamoDB's API. */
export type Item = Record<string, AttributeValue>;

const text = z.string();
const bytes = z.base64().transform((base64) => Uint8Array.from(Buffer.from(base64, 'base64')));

const attribute: z.ZodType<AttributeValue, unknown> = z.lazy(() =>
  z.union([
    z.strictObject({ S: text }),
    z.strictObject({ N: text }),
    z.strictObject({ BOOL: z.boolean() }),
    z.strictObject({ NULL: z.boolean() }),
    z.strictObject({ L: z.array(attribute) }),
    z.strictObject({ M: z.record(text, attribute) }),
    z.strictObject({ SS: z.array(text) }),
    z.strictObject({ NS: z.array(text) }),
    z.strictObject({ B: bytes }),
    z.strictObject({ BS: z.array(bytes) }),
  ]),
);
const line = z.strictObject({ Item: z.record(text, attribute) });

/** Returns an item as a line of an export, with the newline. */
export function serializeItem(item: Item): string {
  return `${JSON.stringify({ Item: toJsonItem(item) })}\n`;
}

/**
 * Parses a line of an export.
 *
 * @throws ZodError or SyntaxError if the line is invalid
 */
export function parseItem(text: string): Item {
  return line.parse(JSON.parse(text)).Item;
}

/** Converts an attribute to JSON, with bytes as base64. */
function toJsonValue(value: AttributeValue): unknown {
  if (value.B !== undefined) return { B: base64(value.B) };
  if (value.BS !== undefined) return { BS: value.BS.map(base64) };
  if (value.L !== undefined) return { L: value.L.map(toJsonValue) };
  if (value.M !== undefined) return { M: toJsonItem(value.M) };
  return value;
}

function toJsonItem(item: Item): Record<string, unknown> {
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, toJsonValue(value)]));
}

function base64(value: Uint8Array): string {
  return Buffer.from(value).toString('base64');
}
