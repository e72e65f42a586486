import { z } from 'zod';
import { PREFIXES, parseStorageKey } from '../../../lambdas/storage/storage-key.ts';
import { fileIndexAttributes, type StoredFile, type StoredMedia } from '../../../lambdas/table/file.ts';
import { creditedBytesOf } from '../../../lambdas/table/file-credit.ts';
import { fileKey } from '../../../lambdas/table/keys.ts';
import { isAllowedType } from '../../../shared/rules/file-types.ts';
import { PREVIEW_PIXELS, THUMBNAIL_PIXELS } from '../../../shared/rules/limits.ts';
import { isStoredFileName } from '../../../shared/upload/stored-file-name.ts';
import { createItemCheck, type WrongValue } from './item-checks.ts';
import { type ItemDefinition, MEMBER_ITEM_INVARIANTS } from './item-definition.ts';
import {
  countSchema,
  isoTimeSchema,
  memberIdSchema,
  primaryKeyShape,
  type ShapeOf,
  textSchema,
} from './item-schemas.ts';
import { collectLikers, likersSchema } from './likes.ts';
import { getMaskedFolder } from './masked-key.ts';

const mediaShape = {
  width: z.int().positive().optional(),
  height: z.int().positive().optional(),
  animated: z.literal(true).optional(),
  duration: z.number().min(0).optional(),
  pages: countSchema.optional(),
  title: textSchema.optional(),
  performer: textSchema.optional(),
  placeholder: z.base64().optional(),
  renditions: z.array(z.literal([THUMBNAIL_PIXELS, PREVIEW_PIXELS])).optional(),
} satisfies ShapeOf<StoredMedia>;

const fileShape = {
  key: textSchema,
  userId: memberIdSchema,
  fileName: textSchema,
  contentType: textSchema,
  size: z.int().positive(),
  etag: textSchema,
  checksum: textSchema.optional(),
  originalChecksum: textSchema.optional(),
  creditedBytes: countSchema.optional(),
  scan: z.enum(['pending', 'clean']).optional(),
  inspection: z.enum(['pending', 'done']).optional(),
  media: z.strictObject(mediaShape).optional(),
  mediaAttempts: countSchema.optional(),
  processingUntil: z.int().optional(),
  altText: textSchema.optional(),
  uploadedAt: isoTimeSchema,
  description: textSchema,
  depth: z.int(),
  depthChosen: z.literal(true).optional(),
  likeCount: countSchema,
  views: countSchema,
  revision: countSchema,
} satisfies ShapeOf<StoredFile>;

const fileSchema = z.object({ ...primaryKeyShape, ...fileShape, likers: likersSchema });

/** Yields the wrong values of a file. Doesn't compare its name with its key, because members may rename a file. */
function* findWrongFileValues(file: z.output<typeof fileSchema>): Generator<WrongValue> {
  const { key, userId, contentType, fileName, depth } = file;
  const parsedKey = parseStorageKey(key);

  if (parsedKey?.purpose !== 'file' || parsedKey.userId !== userId) {
    const expected = `a key of ${PREFIXES.file}/${userId}`;
    yield { invariant: 'storage-key', expected, found: `a key of ${getMaskedFolder(key)}` };
  }

  if (!isAllowedType(contentType)) {
    yield { invariant: 'values', expected: 'a content type that can be uploaded', found: 'another content type' };
  }

  if (!isStoredFileName(fileName)) {
    yield { invariant: 'values', expected: 'a valid file name', found: 'another name' };
  }
  if (depth < 0) yield { invariant: 'values', expected: 'a depth of at least 0', found: `depth ${depth}` };
}

const checkFile = createItemCheck({
  schema: fileSchema,
  key: ({ key }) => fileKey(key),
  indexes: (file, shards) => fileIndexAttributes(file, shards),
  findWrongValues: findWrongFileValues,
  collect: (file, facts) => {
    collectLikers(file, facts);

    facts.add('file', {
      item: file.pk,
      user: file.userId,
      folder: getMaskedFolder(file.key),
      size: file.size,
      etag: file.etag,
      checksum: file.checksum ?? null,
      originalChecksum: file.originalChecksum ?? null,
      creditedBytes: creditedBytesOf(file),
      revision: file.revision,
      depth: file.depth,
      likes: file.likeCount,
      renditions: file.media?.renditions?.length ?? null,
      closedSince: file.inspection === 'pending' ? Date.parse(file.uploadedAt) : null,
    });
  },
});

/** The item type of shared files. */
export const fileItems = {
  file: {
    description: 'A shared file',
    export: { in: 'by-owner' },
    check: checkFile,
    invariants: [
      'file-ledger',
      'held-copies',
      'stored-bytes',
      'one-credit',
      'like-counts',
      'likers',
      'content-depth',
      'file-object',
      'file-inspection',
      'object-owner',
      'object-key',
      'rendition-object',
      'rendition-owner',
      ...MEMBER_ITEM_INVARIANTS,
    ],
  },
} as const satisfies Record<string, ItemDefinition>;
