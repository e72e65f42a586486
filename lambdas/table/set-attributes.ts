/** The parts of an update that set attributes. */
interface AttributeUpdate {
  readonly UpdateExpression: string;
  readonly ExpressionAttributeNames: Record<string, string>;
  readonly ExpressionAttributeValues: Record<string, unknown>;
}

/**
 * Returns the parts of an update that set attributes. An attribute has the placeholders `#name` and `:name`, because
 * its name can be a reserved word.
 *
 * @param changes - at least one attribute
 */
export function setAttributes(changes: Readonly<Record<string, unknown>>): AttributeUpdate {
  const names = Object.keys(changes);

  return {
    UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(names.map((name) => [`:${name}`, changes[name]])),
  };
}
