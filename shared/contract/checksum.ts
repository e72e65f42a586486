import * as z from 'zod';

/** The SHA-256 of a file or a part, in Base64. */
export const checksum = z.string().regex(/^[A-Za-z0-9+/]{43}=$/, 'must be a SHA-256 in Base64');

/** The checksum of a file as S3 states it. For a file in parts, a hyphen and their number follow. */
export const objectChecksum = z
  .string()
  .regex(/^[A-Za-z0-9+/]{43}=(-[1-9]\d{0,4})?$/, "must be S3's SHA-256 of an object");

/** The SHA-256 of no bytes, for the OpenAPI document. */
export const exampleChecksum = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';
