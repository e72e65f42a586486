import * as z from 'zod';
import { FILE_TYPE_FILTERS } from '../rules/file-types.ts';
import {
  DASHBOARD_LIST_SIZE,
  FILES_BULK_LIMIT,
  FILES_BY_ID_LIMIT,
  FILES_PAGE_SIZE,
  MAX_DESCRIPTION_LENGTH,
  MAX_FILE_SEARCH_LENGTH,
  MAX_IMAGE_ALT_LENGTH,
} from '../rules/limits.ts';
import { checksumSchema, exampleChecksum, objectChecksumSchema } from './checksum.ts';
import { endpoints } from './endpoint.ts';
import { encodeFormat } from './field-rule.ts';
import { allowedFileTypeSchema, exampleFileId, fileIdSchema } from './file-fields.ts';
import { fileNameSchema } from './file-name.ts';
import { multipart } from './multipart.ts';
import { chosenDepthSchema, wholeNumber } from './number.ts';
import { nextCursorSchema, pageQuery, searchText } from './page.ts';
import { optionalText } from './text.ts';
import { ownUserIdSchema, userIdSchema } from './user-id.ts';

/** The media attributes of a file. Each is present after the file was processed, if its format has the attribute. */
const fileMediaSchema = z.object({
  width: z.number().int().nonnegative().optional().describe('Pixels, with the orientation applied.'),
  height: z.number().int().nonnegative().optional().describe('Pixels, with the orientation applied.'),
  animated: z
    .literal(true)
    .optional()
    .describe('The picture is an animated PNG, WebP, or AVIF. Its `thumbnail` and `preview` show the first frame.'),
  duration: z.number().optional().describe('Seconds.'),
  pages: z.number().int().nonnegative().optional().describe('Pages of a PDF.'),
  title: z.string().optional(),
  performer: z.string().optional(),
  placeholder: z.string().optional().describe('ThumbHash in Base64, to show until a picture has loaded.'),
  thumbnail: z.string().optional().describe('URL path of a WebP of up to 320 pixels, valid for at least 15 minutes.'),
  preview: z.string().optional().describe('URL path of a WebP of up to 1,280 pixels, valid for at least 15 minutes.'),
});
export type FileMedia = z.output<typeof fileMediaSchema>;

/** The ID of a file in an outline: a ULID, or 22 characters if an earlier version stored the file. */
const outlineIdSchema = z.string().regex(/^[\w-]{22,26}$/, encodeFormat('outline-id'));

/** A file in an outline, with the fields that filtering by name and drawing an empty card need. */
export const outlinedFileSchema = z.object({
  id: z.string().describe('Pass it in `ids` to load the file.'),
  searchText: z.string().describe('The file name in lower case.'),
  contentType: z.string(),
  lastModified: z.string().describe('ISO 8601.'),
  userId: z.string(),
});
export type OutlinedFile = z.output<typeof outlinedFileSchema>;

/** One file of a list. */
export const listedFileSchema = z.object({
  key: z.string().describe('The ID of the file, for `fileId` in requests.'),
  id: outlineIdSchema.optional().describe('The same ID. Present in a response to `ids`.'),
  fileName: z.string(),
  contentType: z.string(),
  size: z.number().int().nonnegative().describe('Bytes.'),
  creditedBytes: z
    .number()
    .int()
    .nonnegative()
    .describe("Bytes that count for the uploader's depth: 0 for a second copy of a file."),
  lastModified: z.string().describe('ISO 8601.'),
  description: z.string(),
  altText: z.string().describe('What the picture shows, for people who cannot see it.'),
  userId: z.string(),
  uploaderName: z.string().describe('"Unknown User" if the member doesn\'t exist.'),
  userDepth: z
    .number()
    .describe("The depth of the file in metres: the uploader's depth at publication, or less if chosen."),
  likeCount: z.number().int().nonnegative(),
  likedByViewer: z.boolean(),
  views: z.number().int().nonnegative(),
  url: z
    .string()
    .describe('Valid for 15 minutes. Empty during a scan, and on pages of more than 50 files: see /files/view.'),
  scanning: z
    .literal(true)
    .optional()
    .describe('The file is being checked for malware or hidden metadata and cannot be opened yet.'),
  media: fileMediaSchema.optional(),
});
export type ListedFile = z.output<typeof listedFileSchema>;

export const files = endpoints('files', {
  upload: () => ({
    method: 'POST',
    path: '/files/upload',
    access: 'member',
    resource: 'self',
    limit: { within: ['uploads', 'uploadBytes', 'storedBytes'] },
    summary: 'Sign the upload of one file.',
    description: 'PUT the bytes to `presignedUrl` within 5 minutes, with exactly these `headers`.',
    body: z.strictObject({
      userId: ownUserIdSchema,
      fileName: fileNameSchema,
      fileType: allowedFileTypeSchema,
      isProfilePhoto: z.boolean().default(false).describe('Decides the purpose of an upload without `purpose`.'),
      purpose: z
        .enum(['file', 'avatar', 'post', 'poster'])
        .optional()
        .describe('By default `avatar` if `isProfilePhoto` is true, and `file` otherwise.'),
      posterOf: fileIdSchema
        .optional()
        .describe("For the purpose 'poster': the caller's own video, audio file, or PDF that the picture stands for."),
      fileSize: z.number().int().describe('Bytes. The upload must have exactly this size, at most 50 MB.'),
      checksum: checksumSchema.describe('SHA-256 of the bytes in Base64, which S3 verifies.'),
    }),
    example: { fileName: 'reef.png', fileType: 'image/png', fileSize: 482_133, checksum: exampleChecksum },
    response: z.object({
      presignedUrl: z.string(),
      headers: z.record(z.string(), z.string()).describe('The headers that the PUT must send.'),
      fileId: z.string().describe('The ID of the file. For pictures, the ID of the upload.'),
      publicUrl: z
        .string()
        .nullable()
        .describe('The `photoUrl` for /profile/update-photo, which publishes the photo; null for other uploads.'),
    }),
    errors: ['Unauthenticated', 'LimitReached', 'NotYou', 'EmptyFile', 'FileTooLarge', 'FileTypeNotAllowed'],
  }),
  findCopy: () => ({
    method: 'POST',
    path: '/files/find-copy',
    access: 'member',
    resource: 'self',
    limit: { none: 'Writes nothing.' },
    summary: 'Check whether the caller already has a file with these bytes.',
    description:
      'A hint before an upload: another copy earns no depth. The server decides by the checksum that S3 has.',
    body: z.strictObject({
      userId: ownUserIdSchema,
      checksum: objectChecksumSchema.describe(
        'SHA-256 of the bytes in Base64. In parts: the SHA-256 of the joined digests of the parts, a hyphen, ' +
          'their number.',
      ),
    }),
    example: { checksum: exampleChecksum },
    response: z.object({ held: z.boolean() }),
    errors: ['Unauthenticated', 'NotYou'],
  }),
  saveMetadata: () => ({
    method: 'POST',
    path: '/files/save-metadata',
    access: 'member',
    resource: 'upload',
    limit: { within: ['storedBytes'] },
    summary: "Record an uploaded file and credit the caller's depth.",
    description: 'Idempotent: a file is credited once. Call it after the bytes are uploaded.',
    body: z.strictObject({
      userId: ownUserIdSchema,
      fileId: fileIdSchema,
      fileName: fileNameSchema.optional(),
      description: optionalText(MAX_DESCRIPTION_LENGTH).default(''),
      altText: optionalText(MAX_IMAGE_ALT_LENGTH).default(''),
      depth: chosenDepthSchema.describe(
        "The depth of the file in metres: the caller's depth by default, and at most that. Ignored after the first choice.",
      ),
    }),
    example: { fileId: exampleFileId, fileName: 'reef.png', description: 'A reef at noon.' },
    response: z.object({ file: listedFileSchema, depth: z.number().describe("The caller's new depth, in metres.") }),
    errors: [
      'Unauthenticated',
      'LimitReached',
      'NotYou',
      'FileNotStored',
      'EmptyFile',
      'FileTooLarge',
      'FileTypeMismatch',
      'MalwareFound',
      'FileTypeNotAllowed',
    ],
  }),
  list: () => ({
    method: 'POST',
    path: '/files/list',
    access: 'member',
    resource: 'list',
    limit: { none: 'Reads only.' },
    summary: 'List the files visible to the caller.',
    description:
      "Files at or below the caller's depth, and the caller's own files at any depth. For long lists, request an `outline`, " +
      'then the files that are looked at by their `ids`.',
    body: z.strictObject({
      userId: ownUserIdSchema,
      outline: z
        .boolean()
        .default(false)
        .describe('Returns `outline` instead of `files`, from the index alone: a tenth of the cost.'),
      ids: z
        .array(outlineIdSchema)
        .min(1)
        .max(FILES_BY_ID_LIMIT)
        .optional()
        .describe(
          'Returns these files of an outline, in this order, without `url`. Files that the caller can no longer see are ' +
            'omitted. All other fields except `requestId` are ignored.',
        ),
      sortBy: z.enum(['recent', 'size']).default('recent'),
      fileType: z.enum(FILE_TYPE_FILTERS.map(({ value }) => value)).default('all'),
      q: searchText(
        MAX_FILE_SEARCH_LENGTH,
        'Words of the name and the description, or their beginnings, in any order; case-insensitive. Three letters or ' +
          'more are also found inside the words of the name.',
      ),
      includeOwnFiles: z.boolean().default(true),
      lastKey: z.string().max(100_000).nullish().describe('The cursor from the previous page.'),
      skip: wholeNumber(0, 1000).optional().describe('Files to skip. Applies to the first page only.'),
      limit: wholeNumber(1, FILES_BULK_LIMIT)
        .default(FILES_PAGE_SIZE)
        .describe('A page of whole files ends earlier, with a cursor, if it would have more than 4 MB.'),
      requestId: z.string().max(100).optional().describe('Returned unchanged.'),
    }),
    example: { sortBy: 'size', fileType: 'image/', q: 'reef', limit: 20 },
    response: z.object({
      files: z.array(listedFileSchema),
      outline: z.array(outlinedFileSchema).optional().describe('Present if the request has `outline`.'),
      lastKey: z.string().nullable().describe('Cursor of the next page; null after the last.'),
      requestId: z.string().nullable(),
    }),
    errors: ['Unauthenticated', 'NotYou', 'InvalidCursor'],
  }),
  listOfMember: () => ({
    method: 'GET',
    path: '/users/{userId}/files',
    access: 'member',
    resource: 'profile',
    summary: 'List the files of a member, newest first.',
    description: "Files at or below the caller's depth. Fails with DepthTooLow if the member is above the caller.",
    params: z.strictObject({ userId: userIdSchema }),
    query: pageQuery(DASHBOARD_LIST_SIZE, 50),
    response: z.object({ files: z.array(listedFileSchema), cursor: nextCursorSchema }),
    errors: ['Unauthenticated', 'NotFound', 'DepthTooLow', 'InvalidCursor'],
  }),
  like: () => ({
    method: 'PUT',
    path: '/files/like',
    access: 'member',
    resource: 'file',
    limit: { within: ['likes'] },
    summary: 'Like a file, or remove the like.',
    description: 'Idempotent.',
    body: z.strictObject({ userId: ownUserIdSchema, fileId: fileIdSchema, liked: z.boolean().default(true) }),
    example: { fileId: exampleFileId, liked: true },
    response: z.object({ liked: z.boolean(), likeCount: z.number().int().nonnegative() }),
    errors: ['Unauthenticated', 'LimitReached', 'NotYou', 'NotFound'],
  }),
  view: () => ({
    method: 'POST',
    path: '/files/view',
    access: 'member',
    resource: 'file',
    limit: { none: 'Reads a file; its counter is one write.' },
    summary: 'Open a file.',
    description: 'Counts a view and returns a download URL that is valid for 15 minutes.',
    body: z.strictObject({ userId: ownUserIdSchema, fileId: fileIdSchema }),
    example: { fileId: exampleFileId },
    response: z.object({ url: z.string(), views: z.number().int().nonnegative() }),
    errors: ['Unauthenticated', 'NotYou', 'NotFound', 'FileNotScanned'],
  }),
  edit: () => ({
    method: 'PATCH',
    path: '/files',
    access: 'member',
    resource: 'file',
    limit: { each: 'fileEdits' },
    summary: "Change the name, texts, or depth of one of the caller's own files.",
    description: 'Idempotent. Keeps what is not given; at least one must be. The ID stays the same.',
    body: z.strictObject({
      userId: ownUserIdSchema,
      fileId: fileIdSchema,
      fileName: fileNameSchema.optional(),
      description: optionalText(MAX_DESCRIPTION_LENGTH).optional(),
      altText: optionalText(MAX_IMAGE_ALT_LENGTH).optional(),
      depth: chosenDepthSchema.describe("The new depth of the file in metres, at most the caller's depth."),
    }),
    example: { fileId: exampleFileId, fileName: 'reef at noon.png', altText: 'A coral reef in bright light.' },
    response: z.object({ file: listedFileSchema }),
    errors: ['Unauthenticated', 'LimitReached', 'NotYou', 'NotFound'],
  }),
  delete: () => ({
    method: 'DELETE',
    path: '/files',
    access: 'member',
    resource: 'file',
    limit: { none: 'Removes what an upload has counted.' },
    summary: "Delete one of the caller's own files.",
    description: "Reduces the caller's depth by the metres that the file contributed.",
    body: z.strictObject({ userId: ownUserIdSchema, fileId: fileIdSchema }),
    example: { fileId: exampleFileId },
    response: z.object({ depth: z.number().describe("The caller's new depth, in metres.") }),
    errors: ['Unauthenticated', 'NotYou', 'NotFound'],
  }),
  ...multipart,
});
