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

/** The functions of all endpoints, by capability and key. */
const ENDPOINT_FUNCTIONS: { readonly [C in Capability]: object } = {
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
  /** The caller's user ID. */
  readonly caller: string;
  /** The input, or the body of a provider's request. */
  readonly input: unknown;
  /** Headers of a provider's request, such as its signature. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * Calls an endpoint's function in this process, with the wrapper of its Lambda handler.
 *
 * @throws Error with the response's body unless its status is 200
 */
export async function callEndpoint(definition: Endpoint, call: EndpointCall): Promise<void> {
  const functions = ENDPOINT_FUNCTIONS[definition.capability as Capability] as Record<string, Run<Endpoint>>;
  const handler = endpoint(definition, functions[definition.key]!);
  const event = buildEvent(definition, call);

  // The wrapper fills the context itself, and reads no field of Lambda's.
  const { statusCode, body } = (await handler(event, {} as Context)) as APIGatewayProxyStructuredResultV2;

  if (statusCode !== 200) throw new Error(`${definition.name}: ${statusCode} ${body}`);
}

/** Builds the event of a request, with only those fields that the wrapper reads. */
function buildEvent(
  { name, params, query, body }: Endpoint,
  { caller, input, headers }: EndpointCall,
): APIGatewayProxyEventV2WithJWTAuthorizer {
  const issuedAt = Math.floor(Date.now() / 1000);
  const claims = { sub: caller, username: caller, token_use: 'access', iat: String(issuedAt) };

  const pickFields = (schema: Endpoint['body']) =>
    Object.fromEntries(Object.entries(input as object).filter(([field]) => schema && field in schema.shape));

  return {
    headers: { 'content-type': 'application/json', authorization: 'Bearer token', ...headers },
    pathParameters: pickFields(params),
    queryStringParameters: pickFields(query),
    body: typeof input === 'string' ? input : body && JSON.stringify(pickFields(body)),
    requestContext: { requestId: name, authorizer: { jwt: { claims } } },
  } as unknown as APIGatewayProxyEventV2WithJWTAuthorizer;
}
