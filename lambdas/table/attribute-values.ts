import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { convertToAttr, convertToNative } from '@aws-sdk/util-dynamodb';

/**
 * Describes where a request or a response has attribute values, in the format of the commands of
 * `@aws-sdk/lib-dynamodb`. `null` marks a value. An empty node marks an object or array that contains only values. The
 * key `*` stands for all properties or elements, and any other key names one property. For instance, the keys of a
 * BatchGetItem are `{ RequestItems: { '*': { Keys: { '*': {} } } } }`.
 */
export type KeyNodes = { readonly [key: string]: KeyNodes } | null;

type Convert = (value: unknown) => unknown;

/** Returns a request with DynamoDB's attribute values instead of native ones. Omits undefined values. */
export function marshallAttributes(request: object, nodes: KeyNodes): object {
  return convertByNodes(request, nodes, marshallValue) as object;
}

/** Returns a response with native values instead of DynamoDB's attribute values. */
export function unmarshallAttributes(response: object, nodes: KeyNodes): object {
  return convertByNodes(response, nodes, unmarshallValue) as object;
}

/** Returns an item with native values, from a record of the table's stream. */
export function unmarshallItem(image: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(image).map(([name, value]) => [name, unmarshallValue(value)]));
}

function marshallValue(value: unknown): unknown {
  if (value === undefined) return undefined;
  return convertToAttr(value as never, { removeUndefinedValues: true, convertTopLevelContainer: true } as never);
}

function unmarshallValue(value: unknown): unknown {
  return convertToNative(value as AttributeValue);
}

/** Returns a copy of a value. Converts the attribute values that the nodes describe. */
function convertByNodes(value: unknown, nodes: KeyNodes, convert: Convert): unknown {
  if (nodes === null) return convert(value);
  if (typeof value !== 'object' || value === null) return value;

  const commonNode = findCommonNode(nodes);
  if (commonNode === undefined) return convertNamedProperties(value, nodes, convert);
  if (Array.isArray(value)) return value.map((element) => convertByNodes(element, commonNode, convert));

  const convertedValue: Record<string, unknown> = { ...value };
  for (const key in convertedValue) convertedValue[key] = convertByNodes(convertedValue[key], commonNode, convert);

  return convertedValue;
}

/** Returns the node of all properties or elements: null if all are values. Undefined if the nodes name properties. */
function findCommonNode(nodes: Exclude<KeyNodes, null>): KeyNodes | undefined {
  if ('*' in nodes) return nodes['*'];
  // The loop's body runs only if the nodes have a name.
  for (const _ in nodes) return undefined;
  return null;
}

/** Returns a copy of an object. Converts only the properties that the nodes name. */
function convertNamedProperties(value: object, nodes: Exclude<KeyNodes, null>, convert: Convert): object {
  const convertedValue: Record<string, unknown> = { ...value };
  for (const key in nodes) {
    if (convertedValue[key] === undefined) continue;
    convertedValue[key] = convertByNodes(convertedValue[key], nodes[key]!, convert);
  }
  return convertedValue;
}
