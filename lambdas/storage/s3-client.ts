/**
 * The S3 client and its commands. Only `loadS3` imports this file, at the first request to S3: the client has 150 KB,
 * and most requests don't need it.
 */
import { S3Client } from '@aws-sdk/client-s3';

export {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutObjectCommand,
  paginateListParts,
  UploadPartCommand,
} from '@aws-sdk/client-s3';

/** The S3 client, created once per function instance. */
export const s3 = new S3Client({
  // Emulators usually have no host name per bucket.
  forcePathStyle: Boolean(process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL),
  // By default the SDK adds the checksum of an empty body to a presigned PUT, and S3 then rejects the file.
  requestChecksumCalculation: 'WHEN_REQUIRED',
  // By default the SDK compares the bytes of a GET with S3's checksum. If the range of an object in parts is the whole
  // object, S3 sends the checksum of the parts' checksums, and the SDK rejects the right bytes
  // (https://github.com/boto/botocore/issues/3346). TLS already detects changed bytes.
  responseChecksumValidation: 'WHEN_REQUIRED',
});
