import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Answers with an error in S3's own shape. */
export function sendS3Error(response: ServerResponse, status: number, code: string, message: string): void {
  const requestId = randomBytes(8).toString('hex').toUpperCase();
  const escaped = message.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
  const body =
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<Error><Code>${code}</Code><Message>${escaped}</Message><RequestId>${requestId}</RequestId></Error>`;
  response.writeHead(status, {
    'content-type': 'application/xml',
    'content-length': Buffer.byteLength(body),
    'x-amz-request-id': requestId,
  });
  response.end(body);
}
