import * as z from 'zod';
import { canonicalType, FILE_TYPE_FILTERS, isAllowedType } from '../depth/file-types.ts';
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
import { nextCursor, pageQuery } from './page.ts';
import { ownUserId, userId } from './user-id.ts';

/** A file's id: its storage key. */
const fileId = z.string().min(1).max(1024);

const allowedFileType = z
  .string()
  .max(100)
  .transform(canonicalType)
  .refine(isAllowedType, {
    error: 'must be an image, video, audio, PDF, plain text or zip',
    params: { code: 'FileTypeNotAllowed' },
  });

/** One file of a listing (specification §3 "File listing item from the server", design §2). */
export const listedFile = z.object({
  key: z.string(),
  fileName: z.string(),
  contentType: z.string(),
  size: z.number().int().describe('Bytes.'),
  lastModified: z.string().describe('ISO 8601.'),
  description: z.string(),
  userId: z.string(),
  uploaderName: z.string().describe('"Unknown User" when the member is gone.'),
  userDepth: z.number().describe("The uploader's depth when publishing, in metres."),
  likeCount: z.number().int(),
  likedByViewer: z.boolean(),
  views: z.number().int(),
  url: z.string().describe('Presigned download, valid for 15 minutes.'),
});
export type ListedFile = z.output<typeof listedFile>;

/** The id of one multipart upload, as S3 gave it. */
const uploadId = z.string().min(1).max(1024);

const partNumber = z.number().int().min(1).max(10_000);

const uploadErrors = ['Unauthenticated', 'NotYou', 'UploadNotFound'] as const;

export const files = endpoints('files', {
  upload: {
    method: 'POST',
    path: '/files/upload',
    access: 'member',
    accesses: 'self',
    summary: 'Signs the upload of one file: PUT its bytes to presignedUrl with its content type, within 5 minutes.',
    body: z.strictObject({
      userId: ownUserId,
      fileName,
      fileType: allowedFileType,
      isProfilePhoto: z.boolean().default(false),
      purpose: z.enum(['file', 'avatar', 'post']).optional(),
      fileSize: z.number().int().optional().describe('Bytes. When given, exactly so many must be sent.'),
    }),
    response: z.object({
      presignedUrl: z.string(),
      fileId: z.string(),
      publicUrl: z.string().nullable().describe('Where anyone can see it: profile photos only.'),
    }),
    errors: ['Unauthenticated', 'NotYou', 'EmptyFile', 'FileTooLarge', 'FileTypeNotAllowed'],
  },
  saveMetadata: {
    method: 'POST',
    path: '/files/save-metadata',
    access: 'member',
    accesses: 'upload',
    summary: 'Records a file whose bytes are stored: lists it and credits its depth, once. May be repeated.',
    body: z.strictObject({
      userId: ownUserId,
      fileId,
      fileName: fileName.optional(),
      description: z.string().trim().max(MAX_DESCRIPTION_LENGTH).default(''),
    }),
    response: z.object({ file: listedFile, depth: z.number().describe("The caller's depth now, in metres.") }),
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
    accesses: 'list',
    summary: "One page of the files at or below the caller's depth.",
    body: z.strictObject({
      userId: ownUserId,
      sortBy: z.enum(['recent', 'size']).default('recent'),
      fileType: z.enum(FILE_TYPE_FILTERS.map(({ value }) => value)).default('all'),
      q: z.string().trim().max(255).optional().describe('Part of the file name, in any case.'),
      includeOwnFiles: z.boolean().default(true),
      lastKey: z.string().max(100_000).nullish().describe('The cursor of the page before.'),
      skip: z.number().int().min(0).max(1000).optional().describe('Honoured on the first page only (decision 14).'),
      limit: z.number().int().min(1).max(FILES_BULK_LIMIT).default(FILES_PAGE_SIZE),
      requestId: z.string().max(100).optional().describe('Echoed.'),
    }),
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
    accesses: 'profile',
    summary: "One member's files at or below the caller's depth, newest first.",
    params: z.strictObject({ userId }),
    query: pageQuery(DASHBOARD_LIST_SIZE, 50),
    response: z.object({ files: z.array(listedFile), cursor: nextCursor }),
    errors: ['Unauthenticated', 'NotFound', 'DepthTooLow', 'InvalidCursor'],
  },
  like: {
    method: 'PUT',
    path: '/files/like',
    access: 'member',
    accesses: 'file',
    summary: 'Likes a file, or takes the like back. May be repeated.',
    body: z.strictObject({ userId: ownUserId, fileId, liked: z.boolean().default(true) }),
    response: z.object({ liked: z.boolean(), likeCount: z.number().int() }),
    errors: ['Unauthenticated', 'NotYou', 'NotFound'],
  },
  view: {
    method: 'POST',
    path: '/files/view',
    access: 'member',
    accesses: 'file',
    summary: 'Opens a file: counts a view, and gives a fresh download URL.',
    body: z.strictObject({ userId: ownUserId, fileId }),
    response: z.object({ url: z.string(), views: z.number().int() }),
    errors: ['Unauthenticated', 'NotYou', 'NotFound'],
  },
  delete: {
    method: 'DELETE',
    path: '/files',
    access: 'member',
    accesses: 'file',
    summary: "Deletes one of the caller's own files; its metres go with it.",
    body: z.strictObject({ userId: ownUserId, fileId }),
    response: z.object({ depth: z.number().describe("The caller's depth now, in metres.") }),
    errors: ['Unauthenticated', 'NotYou', 'NotFound'],
  },
  startMultipart: {
    method: 'POST',
    path: '/files/multipart',
    access: 'member',
    accesses: 'self',
    summary: `Begins an upload in parts of ${MULTIPART_PART_BYTES} bytes each; the last may be smaller.`,
    body: z.strictObject({
      userId: ownUserId,
      fileName,
      fileType: allowedFileType,
      fileSize: z.number().int().describe('Bytes.'),
    }),
    response: z.object({ fileId: z.string(), uploadId: z.string(), partSize: z.number().int().describe('Bytes.') }),
    errors: ['Unauthenticated', 'NotYou', 'EmptyFile', 'FileTooLarge', 'FileTypeNotAllowed'],
  },
  signParts: {
    method: 'POST',
    path: '/files/multipart/sign',
    access: 'member',
    accesses: 'upload',
    summary: 'Signs the upload of some parts: PUT the bytes of each to its URL, within 5 minutes.',
    body: z.strictObject({
      userId: ownUserId,
      fileId,
      uploadId,
      parts: z
        .array(
          z.strictObject({ partNumber, size: z.number().int().min(1).max(MULTIPART_PART_BYTES).describe('Bytes.') }),
        )
        .min(1)
        .max(MULTIPART_SIGN_LIMIT),
    }),
    response: z.object({ urls: z.array(z.object({ partNumber: z.number().int(), url: z.string() })) }),
    errors: uploadErrors,
  },
  listParts: {
    method: 'POST',
    path: '/files/multipart/parts',
    access: 'member',
    accesses: 'upload',
    summary: 'The parts that have arrived, for an upload that goes on where it stopped.',
    body: z.strictObject({ userId: ownUserId, fileId, uploadId }),
    response: z.object({
      parts: z.array(z.object({ partNumber: z.number().int(), size: z.number().int(), etag: z.string() })),
    }),
    errors: uploadErrors,
  },
  completeMultipart: {
    method: 'POST',
    path: '/files/multipart/complete',
    access: 'member',
    accesses: 'upload',
    summary: 'Makes one file of the parts that have arrived. Save its metadata next.',
    body: z.strictObject({ userId: ownUserId, fileId, uploadId, fileSize: z.number().int().describe('Bytes.') }),
    response: z.object({ fileId: z.string() }),
    errors: [...uploadErrors, 'EmptyFile', 'FileTooLarge', 'PartsMissing'],
  },
  abortMultipart: {
    method: 'DELETE',
    path: '/files/multipart',
    access: 'member',
    accesses: 'upload',
    summary: 'Gives an upload up; its parts are deleted. May be repeated.',
    body: z.strictObject({ userId: ownUserId, fileId, uploadId }),
    response: z.object({}),
    errors: ['Unauthenticated', 'NotYou'],
  },
});
