/** The selected files of a list. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** The ID of the file that was selected or deselected last. A range starts there. */
  readonly anchor: string | undefined;
}

export const EMPTY_SELECTION: Selection = { ids: new Set(), anchor: undefined };

/** Selects a file, or removes it from the selection. */
export function toggleFile({ ids }: Selection, id: string): Selection {
  const newIds = new Set(ids);
  if (!newIds.delete(id)) newIds.add(id);
  return { ids: newIds, anchor: id };
}

/**
 * Gives all files from the anchor to the file `id` the state of the anchor: selected or not.
 *
 * Toggles only the file `id` if the list contains no such range.
 *
 * @param listedIds - the IDs of the list's files, in order
 */
export function extendTo(selection: Selection, id: string, listedIds: readonly string[]): Selection {
  const { ids, anchor } = selection;
  const anchorIndex = anchor === undefined ? -1 : listedIds.indexOf(anchor);
  const fileIndex = listedIds.indexOf(id);
  if (anchor === undefined || anchorIndex < 0 || fileIndex < 0) return toggleFile(selection, id);

  const range = listedIds.slice(Math.min(anchorIndex, fileIndex), Math.max(anchorIndex, fileIndex) + 1);
  const newIds = new Set(ids);
  for (const rangeId of range) {
    if (ids.has(anchor)) newIds.add(rangeId);
    else newIds.delete(rangeId);
  }

  // The anchor stays, so that the next range also starts there.
  return { ids: newIds, anchor };
}

/** Removes files that are no longer in the list, e.g. because they were deleted in another tab. */
export function keepListed(selection: Selection, listedIds: readonly string[]): Selection {
  const listedIdSet = new Set(listedIds);
  const remainingIds = [...selection.ids].filter((id) => listedIdSet.has(id));
  if (remainingIds.length === selection.ids.size) return selection;

  return { ...selection, ids: new Set(remainingIds) };
}
