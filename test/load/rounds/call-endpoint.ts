import type { APIGatewayProxyEventV2WithJWTAuthorizer, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import * as account from '../../../lambdas/account/endpoints.ts';
import * as credentials from '../../../lambdas/credentials/endpoints.ts';
import * as files from '../../../lambdas/files/endpoints.ts';
import { endpoint, type Run } from '../../../lambdas/http/endpoint.ts';
import * as messages from '../../../lambdas/messages/endpoints.ts';
import * as payments from '../../../lambdas/payments/endpoints.ts';
import * as posts from '../../../lambdas/posts/endpoints.ts';
import * as sockets from '../../../lambdas/sockets/endpoints.ts';
import * as users from '../../../lambdas/users/endpoints.ts';
import type { Capability } from '../../../shared/contract/contract.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';

const LISTS: { readonly [C in Capability]: object } = {
  account,
  credentials,
  files,
  messages,
  sockets,
  payments,
  posts,
  users,
};

/** A request, as API Gateway passes it to the endpoint's function. */
interface EndpointCall {
  readonly caller: string;
  /** The input, or the body of a provider's request. */
  readonly input: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * Calls an endpoint's function in this process, with the wrapper of its Lambda handler.
 *
 * @throws Error with the response's body unless its status is 200
 */
export async function callEndpoint(definition: Endpoint, { caller, input, headers }: EndpointCall): Promise<void> {
  const functions = LISTS[definition.capability as Capability] as Record<string, Run<Endpoint>>;
  const handler = endpoint(definition, functions[definition.key]!);
  const pick = (schema: Endpoint['body']) =>
    Object.fromEntries(Object.entries(input as object).filter(([name]) => schema && name in schema.shape));
  const claims = { sub: caller, username: caller, token_use: 'access', iat: String(Math.floor(Date.now() / 1000)) };
  const event = {
    headers: { 'content-type': 'application/json', authorization: 'Bearer token', ...headers },
    pathParameters: pick(definition.params),
    queryStringParameters: pick(definition.query),
    body: typeof input === 'string' ? input : definition.body && JSON.stringify(pick(definition.body)),
    requestContext: { requestId: definition.name, authorizer: { jwt: { claims } } },
  } as unknown as APIGatewayProxyEventV2WithJWTAuthorizer;
  const { statusCode, body } = (await handler(event, {} as Context)) as APIGatewayProxyStructuredResultV2;

  if (statusCode !== 200) throw new Error(`${definition.name}: ${statusCode} ${body}`);
}
