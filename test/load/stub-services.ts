import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The value of every secret. Any text can sign cursors. The payment providers' keys are fields of this JSON. */
const SECRET = JSON.stringify({
  secretKey: 'sk_test_bench',
  webhookSecret: 'whsec_bench',
  clientId: 'bench',
  clientSecret: 'bench',
  webhookId: 'bench',
});

/** A session token of 1,012 characters, about as long as a function's. Every presigned URL contains it. */
const SESSION_TOKEN = Array.from({ length: 23 }, (_, part) =>
  createHash('sha256').update(String(part)).digest('base64'),
).join('');

/** Name of the empty bucket. */
const BUCKET = 'fathom-bench';

/**
 * Starts a server in place of Secrets Manager, the user pool, Lambda, and a bucket without objects. Directs this
 * process's AWS clients to it, except those of the table.
 *
 * @param everything - whether to replace all other services, including the table
 * @returns a function that stops the server
 */
export async function startStubServices({ everything = false } = {}): Promise<() => void> {
  const server = createServer((request, response) => {
    if (request.url?.startsWith(`/${BUCKET}`)) return void response.end('<ListBucketResult/>');
    response.setHeader('Content-Type', 'application/x-amz-json-1.1');
    response.end(JSON.stringify({ SecretString: SECRET }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_SESSION_TOKEN: SESSION_TOKEN,
    ...(everything && { AWS_ENDPOINT_URL: endpoint }),
    AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoint,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: endpoint,
    AWS_ENDPOINT_URL_LAMBDA: endpoint,
    AWS_ENDPOINT_URL_S3: endpoint,
    CURSOR_SECRET_ARN: 'arn:aws:secretsmanager:us-east-1:000000000000:secret:cursor',
    RENDITION_SECRET_ARN: 'arn:aws:secretsmanager:us-east-1:000000000000:secret:rendition',
    BUCKET_NAME: BUCKET,
    USER_POOL_ID: 'us-east-1_bench',
    PURGE_FUNCTION_NAME: 'fathom-bench-purge',
  });

  return () => {
    server.close();
    server.closeAllConnections();
  };
}
