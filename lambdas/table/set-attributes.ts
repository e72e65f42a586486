/** The parts of an update that set attributes. */
interface AttributeUpdate {
  readonly UpdateExpression: string;
  readonly ExpressionAttributeNames: Record<string, string>;
  readonly ExpressionAttributeValues: Record<string, unknown>;
}

/**
 * The parts of an update that sets or removes attributes. If it only removes attributes, it has no values, because
 * DynamoDB rejects an empty object.
 */
type AttributeReplacement = Omit<AttributeUpdate, 'ExpressionAttributeValues'> & Partial<AttributeUpdate>;

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

/**
 * Returns the parts of an update that set attributes, and remove those whose new value is undefined. The placeholders
 * are those of {@link setAttributes}.
 *
 * @param changes - at least one attribute
 */
export function setOrRemoveAttributes(changes: Readonly<Record<string, unknown>>): AttributeReplacement {
  const names = Object.keys(changes);
  const removedNames = names.filter((name) => changes[name] === undefined);
  const newValues = Object.entries(changes).filter(([, value]) => value !== undefined);
  const update = newValues.length > 0 ? setAttributes(Object.fromEntries(newValues)) : undefined;
  const removal = removedNames.length > 0 ? `REMOVE ${removedNames.map((name) => `#${name}`).join(', ')}` : undefined;

  return {
    ...update,
    UpdateExpression: [update?.UpdateExpression, removal].filter(Boolean).join(' '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
  };
}
