import * as z from 'zod';
import { canonicalType, FILE_TYPE_FILTERS, isAllowedType } from '../depth/file-types.ts';
import { FILES_BULK_LIMIT, FILES_PAGE_SIZE, MAX_DESCRIPTION_LENGTH } from '../depth/limits.ts';
import { endpoints } from './endpoint.ts';
import { fileName } from './file-name.ts';
import { ownUserId } from './user-id.ts';

/** A file's id: its storage key. */
const fileId = z.string().min(1).max(1024);

const fileType = z.string().max(100).transform(canonicalType);

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

export const files = endpoints('files', {
  upload: {
    method: 'POST',
    path: '/files/upload',
    access: 'member',
    summary: 'Signs the upload of one file: PUT its bytes to presignedUrl with its content type, within 5 minutes.',
    body: z.strictObject({
      userId: ownUserId,
      fileName,
      fileType: fileType.refine(isAllowedType, {
        error: 'must be an image, video, audio, PDF, plain text or zip',
        params: { code: 'FileTypeNotAllowed' },
      }),
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
});
