/**
 * Tests that our small client of Secrets Manager sends the same requests and returns the same results as the SDK's.
 * The small client makes functions start faster.
 */
import * as sdk from '@aws-sdk/client-secrets-manager';
import { expect, it } from 'vitest';
import { type ReceivedRequest, setUpScriptedServer } from '../../test/support/scripted-server.ts';
import * as thin from './thin-secrets-manager.ts';

const server = setUpScriptedServer('AWS_ENDPOINT_URL_SECRETS_MANAGER');

/** Returns the parts of a request that Secrets Manager reads. The other headers describe the sender. */
function describeRequest({ method, url, headers, body }: ReceivedRequest) {
  const { host, 'content-type': type, 'x-amz-target': target, authorization = '' } = headers;
  // The credential has the access key, the date, the region, and the service.
  const [credential = ''] = authorization.split(',');
  const scope = credential.split('/').slice(2);

  return { method, url, host, type, target, scope, body: JSON.parse(body) };
}

/** Reads a secret with the SDK's client, then with ours. Returns their requests and results. */
async function readWithBoth() {
  const results = [];
  for (const { SecretsManagerClient, GetSecretValueCommand } of [sdk, thin] as unknown as [typeof sdk, typeof sdk]) {
    server.receivedRequests.length = 0;

    const command = new GetSecretValueCommand({ SecretId: 'arn:aws:secretsmanager:eu-central-1:1:secret:a' });
    const result = await new SecretsManagerClient({}).send(command).then(
      ({ SecretString }) => SecretString,
      ({ name, message, $fault, $metadata }) => ({ name, message, $fault, $metadata }),
    );

    const requests = server.receivedRequests.map(describeRequest);
    results.push({ result, requests });
  }

  return { reference: results[0]!, ours: results[1]! };
}

it.each([
  // The last column is the number of attempts.
  ['a value', { body: '{"SecretString":"a \\"secret\\"","Name":"a"}' }, 1],
  ['no value', { body: '{}' }, 1],
  ['a denial', { status: 400, body: '{"__type":"AccessDeniedException","Message":"Because."}' }, 1],
  ['throttling', { status: 400, body: '{"__type":"ThrottlingException","message":"Because."}' }, 3],
  ['a failed service', { status: 500, body: '{"__type":"InternalServiceError","Message":"Because."}' }, 3],
  ['a lost connection', 'lost' as const, 3],
])('sends the requests and returns the result of the SDK: %s', async (_, response, attempts) => {
  server.respondWith(response);

  const { reference, ours } = await readWithBoth();

  expect(ours).toEqual(reference);
  expect(ours.requests).toHaveLength(attempts);
});
