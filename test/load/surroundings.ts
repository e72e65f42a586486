import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What a listing needs beside the table: a secret to sign cursors with, served from this process and fetched once, as
 * a function instance does; and a bucket's name, for presigned URLs are made without asking the bucket.
 *
 * @returns what stops it
 */
export async function startSurroundings(): Promise<() => void> {
  const secrets = createServer((_request, response) => {
    response.setHeader('Content-Type', 'application/x-amz-json-1.1');
    response.end(JSON.stringify({ SecretString: 'the secret of the deep' }));
  });
  await new Promise<void>((resolve) => secrets.listen(0, '127.0.0.1', resolve));
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://127.0.0.1:${(secrets.address() as AddressInfo).port}`,
    CURSOR_SECRET_ARN: 'arn:aws:secretsmanager:us-east-1:000000000000:secret:cursor',
    BUCKET_NAME: 'fathom-bench',
  });
  return () => {
    secrets.close();
    secrets.closeAllConnections();
  };
}
