import * as z from 'zod';
import { isAllowedType, toCanonicalType } from '../rules/file-types.ts';
import { encodeFormat } from './field-rule.ts';

/**
 * A file's ID: a ULID. Earlier versions returned longer IDs, which stay valid. See docs/adr/0060-file-ids.md.
 */
export const fileIdSchema = z.string().min(1).max(1024);

/** A media type that may be uploaded. Parses to the canonical type. */
export const allowedFileTypeSchema = z
  .string()
  .max(100)
  .transform(toCanonicalType)
  .refine(isAllowedType, { error: encodeFormat('allowed-file-type') });

/** The ID of a file, for examples in the OpenAPI document. */
export const exampleFileId = '01KAHQ3V7V8Z5T0F4M2S6R9XYZ';
