/*
 * Reads the relations that the access rule needs. A new kind, such as a block, is read here and decided in
 * lambdas/table/visible.ts. Callers name the viewer and the authors only, so a new kind changes no caller.
 *
 * Today's only kind, a deleted author, is the same for every viewer. So the viewers below are not used yet.
 */
import { getMember, isDeleted, type Member } from '../table/profile.ts';
import { type Sealed, unseal } from '../table/sealed.ts';
import { NEUTRAL_RELATION, type Relation, type Viewer } from '../table/visible.ts';

/** A viewer, or a viewer who is still being loaded: reads of the item and of its author don't wait for them. */
type LoadingViewer = Pick<Viewer, 'userId'> | Promise<Pick<Viewer, 'userId'>>;

/** Returns the relation between the viewer and an author. */
type RelationTo = (authorId: string) => Relation;

/**
 * Reads the relations between a viewer and authors whose profiles are loaded. An author without a profile counts as not
 * deleted.
 */
export async function readRelations(
  _viewer: LoadingViewer,
  authors: ReadonlyMap<string, Sealed<Member>>,
): Promise<RelationTo> {
  return (authorId) => ({ authorDeleted: isDeleted(unseal(authors.get(authorId))) });
}

/**
 * Reads the relation between a viewer and one author.
 *
 * @param authorId - undefined if the item doesn't exist; the relation then has no effect
 */
export async function readRelation(viewer: LoadingViewer, authorId: string | undefined): Promise<Relation> {
  if (authorId === undefined) return NEUTRAL_RELATION;

  const author = await getMember(authorId);
  const relationTo = await readRelations(viewer, new Map(author && [[authorId, author]]));
  return relationTo(authorId);
}

/**
 * Reads the relations between a viewer and the authors of index rows.
 *
 * @param deletedIds - IDs of the authors who have deleted their account
 */
export async function readRelationsToRows(
  _viewer: LoadingViewer,
  deletedIds: ReadonlySet<string>,
): Promise<RelationTo> {
  return (authorId) => ({ authorDeleted: deletedIds.has(authorId) });
}
