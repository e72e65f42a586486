import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { z } from 'zod';

/**
 * DynamoDB's own format of exports to S3: a line of JSON for each item, `{"Item":{…}}`, with the attributes as its API
 * writes them. ImportTable takes it, too.
 */

/** An item as DynamoDB's API has it. */
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

/** An item as a line of an export, its end included. */
export function lineOf(item: Item): string {
  return `${JSON.stringify({ Item: mapped(item) })}\n`;
}

/**
 * The item of a line of an export.
 *
 * @throws ZodError or SyntaxError, when the line is none
 */
export function itemOf(text: string): Item {
  return line.parse(JSON.parse(text)).Item;
}

/** Bytes are written in base64, as in the API's own JSON. */
function written(value: AttributeValue): unknown {
  if (value.B !== undefined) return { B: base64(value.B) };
  if (value.BS !== undefined) return { BS: value.BS.map(base64) };
  if (value.L !== undefined) return { L: value.L.map(written) };
  if (value.M !== undefined) return { M: mapped(value.M) };
  return value;
}

function mapped(item: Item): Record<string, unknown> {
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, written(value)]));
}

function base64(value: Uint8Array): string {
  return Buffer.from(value).toString('base64');
}
