/*
 * Opens sealed items: the table returns items whose content can't be read before one of these functions opens them. See
 * lambdas/table/sealed.ts.
 */
import { type Sealed, unseal, unsealAll } from '../table/sealed.ts';
import { decideVisibility, type Relation, type Subject, type Viewer, type Visible } from '../table/visible.ts';

/** Opens an item for a viewer; undefined if it doesn't exist or the access rule hides it. */
export function openVisible<T extends Subject>(
  viewer: Viewer,
  sealed: Sealed<T> | undefined,
  relation: Relation,
): Visible<T> | undefined {
  const item = unseal(sealed);
  if (!item || decideVisibility(viewer, item, relation) !== 'visible') return undefined;
  return item as Visible<T>;
}

/** Opens one of the member's own items, even a deleted one; undefined if it doesn't exist or is another member's. */
export function openOwn<T extends Subject>(
  { userId }: Pick<Viewer, 'userId'>,
  sealed: Sealed<T> | undefined,
): T | undefined {
  const item = unseal(sealed);
  return item?.userId === userId ? item : undefined;
}

/**
 * Marks an item that the member has just published as visible to them.
 *
 * @throws Error if the item is another member's
 */
export function viewAsAuthor<T extends { readonly userId: string }>(
  viewer: Pick<Viewer, 'userId'>,
  item: T,
): Visible<T> {
  if (item.userId !== viewer.userId) throw new Error('viewAsAuthor() takes items of the viewer only.');
  return item as Visible<T>;
}

/** The reason why code without a viewer reads items. Endpoints load items for their caller instead. */
type JobReason =
  | 'records what the bucket holds'
  | 'cleans and renders files'
  | 'compares table and bucket'
  | 'deletes unused pictures'
  | 'purges what was deleted'
  | 'compares profiles with ledgers'
  | 'checks whether accounts still exist'
  | "replaces a stranger's username after the emailed code was used"
  | 'credits the member that a payment names';

/**
 * Opens an item for a job or a trigger. The reason has no effect: it is there for readers of the calling code.
 * test/infra/access-bypasses.test.ts lists the files that may call this function.
 */
export async function openForJob<T>(_reason: JobReason, pendingItem: Promise<Sealed<T> | undefined>) {
  return unseal(await pendingItem);
}

/** Opens several items for a job or a trigger. */
export async function openAllForJob<K, T>(_reason: JobReason, pendingItems: Promise<ReadonlyMap<K, Sealed<T>>>) {
  return unsealAll(await pendingItems);
}
