import { getMember, isDeleted, type Member } from '../table/profile.ts';
import { type Sealed, unseal } from '../table/sealed.ts';
import { NEUTRAL_RELATION, type Relation, type Viewer } from '../table/visible.ts';

/*
 * Reads the relations that the access rule needs. A new kind, such as a block, is read here and decided in
 * lambdas/table/visible.ts. Callers name the viewer and the authors only.
 */

type LoadingViewer = Pick<Viewer, 'userId'> | Promise<Pick<Viewer, 'userId'>>;

/** Returns the relation between the viewer and an author. */
type Relations = (authorId: string) => Relation;

/**
 * Reads the relations between a viewer and authors whose profiles are loaded. An author without a profile has not deleted
 * their account.
 */
export async function readRelations(
  _viewer: LoadingViewer,
  authors: ReadonlyMap<string, Sealed<Member>>,
): Promise<Relations> {
  return (authorId) => ({ authorDeleted: isDeleted(unseal(authors.get(authorId))) });
}

/** Reads the relation between a viewer and one author. Without an author, there is no item to decide about. */
export async function readRelation(viewer: LoadingViewer, authorId: string | undefined): Promise<Relation> {
  if (authorId === undefined) return NEUTRAL_RELATION;
  const author = await getMember(authorId);
  const relations = await readRelations(viewer, new Map(author && [[authorId, author]]));
  return relations(authorId);
}

/** Reads the relations between a viewer and the authors of index rows. `deletedIds` are the deleted ones among them. */
export async function readRelationsToRows(_viewer: LoadingViewer, deletedIds: ReadonlySet<string>): Promise<Relations> {
  return (authorId) => ({ authorDeleted: deletedIds.has(authorId) });
}
