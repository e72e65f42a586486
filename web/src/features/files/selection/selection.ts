/** The selected files of a list. The key of a file is its ID. */
export interface Selection {
  readonly keys: ReadonlySet<string>;
  /** The key of the file that was selected or deselected last. A range starts there. */
  readonly anchor: string | undefined;
}

export const EMPTY_SELECTION: Selection = { keys: new Set(), anchor: undefined };

/** Selects a file, or removes it from the selection. */
export function toggleKey({ keys }: Selection, key: string): Selection {
  const newKeys = new Set(keys);
  if (!newKeys.delete(key)) newKeys.add(key);
  return { keys: newKeys, anchor: key };
}

/**
 * Gives all files from the anchor to `key` the state of the anchor: selected or not.
 *
 * Toggles only `key` if the list doesn't contain the anchor.
 *
 * @param order - the keys of the list, in order
 */
export function extendTo(selection: Selection, key: string, order: readonly string[]): Selection {
  const { keys, anchor } = selection;
  const anchorIndex = anchor === undefined ? -1 : order.indexOf(anchor);
  const keyIndex = order.indexOf(key);
  if (anchor === undefined || anchorIndex < 0 || keyIndex < 0) return toggleKey(selection, key);

  const range = order.slice(Math.min(anchorIndex, keyIndex), Math.max(anchorIndex, keyIndex) + 1);
  const newKeys = new Set(keys);
  for (const rangeKey of range) {
    if (keys.has(anchor)) newKeys.add(rangeKey);
    else newKeys.delete(rangeKey);
  }

  // The anchor stays, so that the next range also starts there.
  return { keys: newKeys, anchor };
}

/** Removes files that are no longer in the list, e.g. because they were deleted in another tab. */
export function keepListed(selection: Selection, order: readonly string[]): Selection {
  const listedKeys = new Set(order);
  const remainingKeys = [...selection.keys].filter((key) => listedKeys.has(key));
  if (remainingKeys.length === selection.keys.size) return selection;

  return { ...selection, keys: new Set(remainingKeys) };
}
