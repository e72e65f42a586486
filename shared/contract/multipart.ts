import * as z from 'zod';
import { MAX_UPLOAD_BYTES, MULTIPART_PART_BYTES, MULTIPART_SIGN_LIMIT } from '../rules/limits.ts';
import { checksumSchema, exampleChecksum } from './checksum.ts';
import type { EndpointDefinition } from './endpoint.ts';
import { allowedFileTypeSchema, exampleFileId, fileIdSchema } from './file-fields.ts';
import { fileNameSchema } from './file-name.ts';
import { wholeNumber } from './number.ts';
import { ownUserIdSchema } from './user-id.ts';

/** S3's ID of a multipart upload. */
const uploadIdSchema = z.string().min(1).max(1024);

/** The number of a part: S3 allows 10,000 parts. */
const partNumberSchema = wholeNumber(1, 10_000);

/** The size of the whole file. */
const fileSizeSchema = z.number().int().describe(`Bytes, at most ${MAX_UPLOAD_BYTES}.`);

/** The parts of an upload that examples share. */
const exampleUpload = { fileId: exampleFileId, uploadId: 'VXBsb2FkIElE' };

/** The errors of all endpoints that continue an upload. */
const uploadErrors = ['Unauthenticated', 'NotYou', 'UploadNotFound'] as const;

/** The endpoints of `files` for uploads in parts. */
export const multipart = {
  startMultipart: () => ({
    method: 'POST',
    path: '/files/multipart',
    access: 'member',
    resource: 'self',
    limit: { within: ['uploads', 'uploadBytes', 'storedBytes'] },
    summary: 'Start a multipart upload.',
    description: `For files above 50 MB. Each part has ${MULTIPART_PART_BYTES} bytes; the last may be smaller.`,
    body: z.strictObject({
      userId: ownUserIdSchema,
      fileName: fileNameSchema,
      fileType: allowedFileTypeSchema,
      fileSize: fileSizeSchema,
    }),
    example: { fileName: 'reef.mp4', fileType: 'video/mp4', fileSize: 104_857_600 },
    response: z.object({
      fileId: z.string(),
      uploadId: z.string(),
      partSize: z.number().int().positive().describe('Bytes.'),
    }),
    errors: ['Unauthenticated', 'LimitReached', 'NotYou', 'EmptyFile', 'FileTooLarge', 'FileTypeNotAllowed'],
  }),
  signParts: () => ({
    method: 'POST',
    path: '/files/multipart/sign',
    access: 'member',
    resource: 'upload',
    limit: { none: 'The upload was counted when it started.' },
    summary: 'Sign the upload of parts.',
    description:
      'PUT the bytes of each part to its URL within 5 minutes, with exactly its `headers`. A completed upload is not ' +
      'recognized: S3 refuses its parts with `NoSuchUpload`.',
    body: z.strictObject({
      userId: ownUserIdSchema,
      fileId: fileIdSchema,
      uploadId: uploadIdSchema,
      parts: z
        .array(
          z.strictObject({
            partNumber: partNumberSchema,
            size: wholeNumber(1, MULTIPART_PART_BYTES).describe('Bytes.'),
            checksum: checksumSchema.describe("SHA-256 of the part's bytes in Base64, which S3 verifies."),
          }),
        )
        .min(1)
        .max(MULTIPART_SIGN_LIMIT),
    }),
    example: { ...exampleUpload, parts: [{ partNumber: 1, size: MULTIPART_PART_BYTES, checksum: exampleChecksum }] },
    response: z.object({
      urls: z.array(
        z.object({
          partNumber: z.number().int().positive(),
          url: z.string(),
          headers: z.record(z.string(), z.string()).describe('The headers that the PUT must send.'),
        }),
      ),
    }),
    errors: uploadErrors,
  }),
  listParts: () => ({
    method: 'POST',
    path: '/files/multipart/parts',
    access: 'member',
    resource: 'upload',
    limit: { none: 'Reads only.' },
    summary: 'List the uploaded parts of a multipart upload.',
    description: 'Lets a client resume an interrupted upload.',
    body: z.strictObject({ userId: ownUserIdSchema, fileId: fileIdSchema, uploadId: uploadIdSchema }),
    example: exampleUpload,
    response: z.object({
      parts: z.array(
        z.object({
          partNumber: z.number().int().positive(),
          size: z.number().int().positive(),
          etag: z.string(),
          checksum: z.string().optional(),
        }),
      ),
    }),
    errors: uploadErrors,
  }),
  completeMultipart: () => ({
    method: 'POST',
    path: '/files/multipart/complete',
    access: 'member',
    resource: 'upload',
    limit: { none: 'The upload was counted when it started.' },
    summary: 'Assemble the uploaded parts to one file.',
    description: 'Idempotent. Call /files/save-metadata next.',
    body: z.strictObject({
      userId: ownUserIdSchema,
      fileId: fileIdSchema,
      uploadId: uploadIdSchema,
      fileSize: fileSizeSchema,
    }),
    example: { ...exampleUpload, fileSize: 104_857_600 },
    response: z.object({ fileId: z.string() }),
    errors: [...uploadErrors, 'EmptyFile', 'FileTooLarge', 'PartsMissing'],
  }),
  abortMultipart: () => ({
    method: 'DELETE',
    path: '/files/multipart',
    access: 'member',
    resource: 'upload',
    limit: { none: 'Removes what an upload has counted.' },
    summary: 'Abort a multipart upload and delete its parts.',
    description: 'Idempotent.',
    body: z.strictObject({ userId: ownUserIdSchema, fileId: fileIdSchema, uploadId: uploadIdSchema }),
    example: exampleUpload,
    response: z.object({}),
    errors: uploadErrors,
  }),
} as const satisfies Record<string, () => EndpointDefinition>;
