import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { xmlDocument } from './xml.ts';

/** A request that S3 refuses, in its own words. */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Answers with an error in S3's own shape. */
export function sendS3Error(response: ServerResponse, status: number, code: string, message: string): void {
  // The answer had begun, or there is nobody left to read it.
  if (response.headersSent || response.destroyed) return void response.destroy();
  const requestId = randomBytes(8).toString('hex').toUpperCase();
  const body = xmlDocument('Error', { Code: code, Message: message, RequestId: requestId });
  response.writeHead(status, {
    'content-type': 'application/xml',
    'content-length': Buffer.byteLength(body),
    'x-amz-request-id': requestId,
  });
  response.end(body);
}
