import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { ItemKey } from '../../../lambdas/table/item-types.ts';

/** An item as a plain object. */
export type PlainItem = Readonly<Record<string, unknown>> & ItemKey;

/** Converts an item from the format of DynamoDB's API. Sets become arrays. */
export function toPlainItem(item: Readonly<Record<string, AttributeValue>>): PlainItem {
  const attributes = Object.fromEntries(Object.entries(item).map(([name, value]) => [name, toPlainValue(value)]));
  return { ...attributes, pk: String(attributes.pk), sk: String(attributes.sk) };
}

function toPlainValue(value: AttributeValue): unknown {
  if (value.S !== undefined) return value.S;
  if (value.N !== undefined) return Number(value.N);
  if (value.BOOL !== undefined) return value.BOOL;
  if (value.L !== undefined) return value.L.map(toPlainValue);
  if (value.M !== undefined) {
    return Object.fromEntries(Object.entries(value.M).map(([name, inner]) => [name, toPlainValue(inner)]));
  }
  return value.NULL ? null : (value.SS ?? value.NS?.map(Number) ?? value.B ?? value.BS);
}
