import * as z from 'zod';
import { encodeFormat } from './field-rule.ts';

/** The SHA-256 of a file or a part, in Base64. */
export const checksumSchema = z.string().regex(/^[A-Za-z0-9+/]{43}=$/, encodeFormat('checksum'));

/** The checksum of a file as S3 states it. For a file in parts, it ends with a hyphen and the number of parts. */
export const objectChecksumSchema = z
  .string()
  .regex(/^[A-Za-z0-9+/]{43}=(-[1-9]\d{0,4})?$/, encodeFormat('object-checksum'));

/** The SHA-256 of no bytes, for the OpenAPI document. */
export const exampleChecksum = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';
