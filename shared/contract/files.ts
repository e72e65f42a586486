import * as z from 'zod';
import { FILE_TYPE_FILTERS, isAllowedType, toCanonicalType } from '../depth/file-types.ts';
import {
  DASHBOARD_LIST_SIZE,
  FILES_BULK_LIMIT,
  FILES_PAGE_SIZE,
  MAX_DESCRIPTION_LENGTH,
  MULTIPART_PART_BYTES,
  MULTIPART_SIGN_LIMIT,
} from '../depth/limits.ts';
import { endpoints } from './endpoint.ts';
import { fileName } from './file-name.ts';
import { wholeNumber } from './number.ts';
import { nextCursor, pageQuery } from './page.ts';
import { ownUserId, userId } from './user-id.ts';

/** A file's ID, which is its storage key. */
const fileId = z.string().min(1).max(1024);

const allowedFileType = z
  .string()
  .max(100)
  .transform(toCanonicalType)
  .refine(isAllowedType, {
    error: 'must be image, video, audio, PDF, plain text or zip',
    params: { code: 'FileTypeNotAllowed' },
  });

/** One file of a list. */
export const listedFile = z.object({
  key: z.string(),
  fileName: z.string(),
  contentType: z.string(),
  size: z.number().int().describe('Bytes.'),
  lastModified: z.string().describe('ISO 8601.'),
  description: z.string(),
  userId: z.string(),
  uploaderName: z.string().describe('"Unknown User" if the member doesn\'t exist.'),
  userDepth: z.number().describe("The uploader's depth at publication, in metres."),
  likeCount: z.number().int(),
  likedByViewer: z.boolean(),
  views: z.number().int(),
  url: z.string().describe('Presigned download, valid for 15 minutes.'),
});
export type ListedFile = z.output<typeof listedFile>;

/** S3's ID of a multipart upload. */
const uploadId = z.string().min(1).max(1024);

const partNumber = wholeNumber(1, 10_000);

const exampleFileId = 'files/7d0c2f/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/reef.png';
const exampleUpload = { fileId: exampleFileId, uploadId: 'VXBsb2FkIElE' };

const uploadErrors = ['Unauthenticated', 'NotYou', 'UploadNotFound'] as const;

export const files = endpoints('files', {
  upload: {
    method: 'POST',
    path: '/files/upload',
    access: 'member',
    resource: 'self',
    summary: 'Sign the upload of one file.',
    description: 'PUT the bytes to `presignedUrl` within 5 minutes, with `fileType` as the content type.',
    body: z.strictObject({
      userId: ownUserId,
      fileName,
      fileType: allowedFileType,
      isProfilePhoto: z.boolean().default(false),
      purpose: z.enum(['file', 'avatar', 'post']).optional(),
      fileSize: z.number().int().optional().describe('Bytes. If given, the upload must have exactly this size.'),
    }),
    example: { fileName: 'reef.png', fileType: 'image/png', fileSize: 482_133 },
    response: z.object({
      presignedUrl: z.string(),
      fileId: z.string(),
      publicUrl: z.string().nullable().describe('The public URL of a profile photo; otherwise null.'),
    }),
    errors: ['Unauthenticated', 'NotYou', 'EmptyFile', 'FileTooLarge', 'FileTypeNotAllowed'],
  },
  saveMetadata: {
    method: 'POST',
    path: '/files/save-metadata',
    access: 'member',
    resource: 'upload',
    summary: "Record an uploaded file and credit the caller's depth.",
    description: 'Idempotent: a file is credited once. Call it after the bytes are uploaded.',
    body: z.strictObject({
      userId: ownUserId,
      fileId,
      fileName: fileName.optional(),
      description: z.string().trim().max(MAX_DESCRIPTION_LENGTH).default(''),
    }),
    example: { fileId: exampleFileId, fileName: 'reef.png', description: 'A reef at noon.' },
    response: z.object({ file: listedFile, depth: z.number().describe("The caller's new depth, in metres.") }),
    errors: [
      'Unauthenticated',
      'NotYou',
      'FileNotStored',
      'EmptyFile',
      'FileTooLarge',
      'FileTypeMismatch',
      'FileTypeNotAllowed',
    ],
  },
  list: {
    method: 'POST',
    path: '/files/list',
    access: 'member',
    resource: 'list',
    summary: 'List the files visible to the caller.',
    description: "Files at or below the caller's depth, and the caller's own files at any depth.",
    body: z.strictObject({
      userId: ownUserId,
      sortBy: z.enum(['recent', 'size']).default('recent'),
      fileType: z.enum(FILE_TYPE_FILTERS.map(({ value }) => value)).default('all'),
      q: z.string().trim().max(255).optional().describe('Part of the file name; case-insensitive.'),
      includeOwnFiles: z.boolean().default(true),
      lastKey: z.string().max(100_000).nullish().describe('The cursor from the previous page.'),
      skip: wholeNumber(0, 1000).optional().describe('Files to skip. Applies to the first page only.'),
      limit: wholeNumber(1, FILES_BULK_LIMIT).default(FILES_PAGE_SIZE),
      requestId: z.string().max(100).optional().describe('Returned unchanged.'),
    }),
    example: { sortBy: 'size', fileType: 'image/', q: 'reef', limit: 20 },
    response: z.object({
      files: z.array(listedFile),
      lastKey: z.string().nullable().describe('Cursor of the next page; null after the last.'),
      requestId: z.string().nullable(),
    }),
    errors: ['Unauthenticated', 'NotYou', 'InvalidCursor'],
  },
  listOfMember: {
    method: 'GET',
    path: '/users/{userId}/files',
    access: 'member',
    resource: 'profile',
    summary: 'List the files of a member, newest first.',
    description: "Files at or below the caller's depth. Fails with DepthTooLow if the member is above the caller.",
    params: z.strictObject({ userId }),
    query: pageQuery(DASHBOARD_LIST_SIZE, 50),
    response: z.object({ files: z.array(listedFile), cursor: nextCursor }),
    errors: ['Unauthenticated', 'NotFound', 'DepthTooLow', 'InvalidCursor'],
  },
  like: {
    method: 'PUT',
    path: '/files/like',
    access: 'member',
    resource: 'file',
    summary: 'Like a file, or remove the like.',
    description: 'Idempotent.',
    body: z.strictObject({ userId: ownUserId, fileId, liked: z.boolean().default(true) }),
    example: { fileId: exampleFileId, liked: true },
    response: z.object({ liked: z.boolean(), likeCount: z.number().int() }),
    errors: ['Unauthenticated', 'NotYou', 'NotFound'],
  },
  view: {
    method: 'POST',
    path: '/files/view',
    access: 'member',
    resource: 'file',
    summary: 'Open a file.',
    description: 'Counts a view and returns a download URL that is valid for 15 minutes.',
    body: z.strictObject({ userId: ownUserId, fileId }),
    example: { fileId: exampleFileId },
    response: z.object({ url: z.string(), views: z.number().int() }),
    errors: ['Unauthenticated', 'NotYou', 'NotFound'],
  },
  delete: {
    method: 'DELETE',
    path: '/files',
    access: 'member',
    resource: 'file',
    summary: "Delete one of the caller's own files.",
    description: "Reduces the caller's depth by the metres that the file contributed.",
    body: z.strictObject({ userId: ownUserId, fileId }),
    example: { fileId: exampleFileId },
    response: z.object({ depth: z.number().describe("The caller's new depth, in metres.") }),
    errors: ['Unauthenticated', 'NotYou', 'NotFound'],
  },
  startMultipart: {
    method: 'POST',
    path: '/files/multipart',
    access: 'member',
    resource: 'self',
    summary: 'Start a multipart upload.',
    description: `Each part has ${MULTIPART_PART_BYTES} bytes; the last may be smaller.`,
    body: z.strictObject({
      userId: ownUserId,
      fileName,
      fileType: allowedFileType,
      fileSize: z.number().int().describe('Bytes.'),
    }),
    example: { fileName: 'reef.mp4', fileType: 'video/mp4', fileSize: 104_857_600 },
    response: z.object({ fileId: z.string(), uploadId: z.string(), partSize: z.number().int().describe('Bytes.') }),
    errors: ['Unauthenticated', 'NotYou', 'EmptyFile', 'FileTooLarge', 'FileTypeNotAllowed'],
  },
  signParts: {
    method: 'POST',
    path: '/files/multipart/sign',
    access: 'member',
    resource: 'upload',
    summary: 'Sign the upload of parts.',
    description: 'PUT the bytes of each part to its URL within 5 minutes.',
    body: z.strictObject({
      userId: ownUserId,
      fileId,
      uploadId,
      parts: z
        .array(z.strictObject({ partNumber, size: wholeNumber(1, MULTIPART_PART_BYTES).describe('Bytes.') }))
        .min(1)
        .max(MULTIPART_SIGN_LIMIT),
    }),
    example: { ...exampleUpload, parts: [{ partNumber: 1, size: MULTIPART_PART_BYTES }] },
    response: z.object({ urls: z.array(z.object({ partNumber: z.number().int(), url: z.string() })) }),
    errors: uploadErrors,
  },
  listParts: {
    method: 'POST',
    path: '/files/multipart/parts',
    access: 'member',
    resource: 'upload',
    summary: 'List the uploaded parts of a multipart upload.',
    description: 'Lets a client resume an interrupted upload.',
    body: z.strictObject({ userId: ownUserId, fileId, uploadId }),
    example: exampleUpload,
    response: z.object({
      parts: z.array(z.object({ partNumber: z.number().int(), size: z.number().int(), etag: z.string() })),
    }),
    errors: uploadErrors,
  },
  completeMultipart: {
    method: 'POST',
    path: '/files/multipart/complete',
    access: 'member',
    resource: 'upload',
    summary: 'Assemble the uploaded parts to one file.',
    description: 'Idempotent. Call /files/save-metadata next.',
    body: z.strictObject({ userId: ownUserId, fileId, uploadId, fileSize: z.number().int().describe('Bytes.') }),
    example: { ...exampleUpload, fileSize: 104_857_600 },
    response: z.object({ fileId: z.string() }),
    errors: [...uploadErrors, 'EmptyFile', 'FileTooLarge', 'PartsMissing'],
  },
  abortMultipart: {
    method: 'DELETE',
    path: '/files/multipart',
    access: 'member',
    resource: 'upload',
    summary: 'Abort a multipart upload and delete its parts.',
    description: 'Idempotent.',
    body: z.strictObject({ userId: ownUserId, fileId, uploadId }),
    example: exampleUpload,
    response: z.object({}),
    errors: ['Unauthenticated', 'NotYou'],
  },
});
