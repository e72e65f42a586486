import { randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname } from 'node:path';
import type { Jwks } from 'aws-jwt-verify/jwk';
import { z } from 'zod';
import { readBody } from '../http/http-server.ts';
import { matchRoute } from '../http/router.ts';
import type { Outcome } from '../lambda/sandbox.ts';
import { findApi, findApiParts } from '../template/apis.ts';
import type { Resolver } from '../template/template.ts';
import { JwtAuthorizer } from './jwt-authorizer.ts';
import {
  createProxyEvent,
  isEventTooLarge,
  type ProxyResponse,
  parseProxyResponse,
  sendProxyResponse,
} from './proxy-payload.ts';
import { type Route, readRoutes } from './routes.ts';

/** API Gateway's limit for a request's body. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

const stageSchema = z.object({
  StageName: z.literal('$default'),
  AccessLogSettings: z.object({ Format: z.string() }).optional(),
  StageVariables: z.record(z.string(), z.string()).optional(),
});

interface HttpApiSettings {
  readonly resolver: Resolver;
  /** Returns the public keys of the user pool's tokens. Throws while the pool is unreachable. */
  readonly fetchJwks: () => Jwks;
  readonly accessLog: string;
  readonly invoke: (arn: string, event: unknown) => Promise<Outcome>;
}

/** The response to a request, and its fields in the access log. */
interface LoggedResponse {
  readonly output: ProxyResponse;
  readonly routeKey?: string;
  readonly error?: string;
}

/** The template's HTTP API with its routes and authorizers. */
export class HttpApi {
  readonly #apiId: string;
  readonly #routes: readonly Route[];
  readonly #authorizers: ReadonlyMap<string, JwtAuthorizer>;
  readonly #invoke: HttpApiSettings['invoke'];
  readonly #stageVariables: Readonly<Record<string, string>> | undefined;
  readonly #logFormat: string | undefined;
  readonly #log: WriteStream;

  constructor({ resolver, fetchJwks, accessLog, invoke }: HttpApiSettings) {
    const { ref: apiId } = findApi(resolver, 'HTTP');
    this.#apiId = apiId;
    this.#routes = readRoutes(resolver, apiId);

    const authorizers = findApiParts(resolver, apiId, 'Authorizer');
    this.#authorizers = new Map(
      authorizers.map(({ ref, properties }) => [ref, new JwtAuthorizer(properties, fetchJwks)]),
    );
    this.#invoke = invoke;

    // The stage's throttling is not enforced: local traffic stays far below the limit.
    const [stage] = findApiParts(resolver, apiId, 'Stage').map(({ properties }) => stageSchema.parse(properties));
    this.#stageVariables = stage?.StageVariables;
    this.#logFormat = stage?.AccessLogSettings?.Format;
    mkdirSync(dirname(accessLog), { recursive: true });
    this.#log = createWriteStream(accessLog, { flags: 'a' });
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = randomUUID();
    const startedAt = performance.now();
    const {
      output,
      routeKey = '-',
      error = '-',
    } = await this.#routeRequest(request, requestId).catch((thrownError: unknown) => ({
      ...buildRejection(500, 'Internal Server Error'),
      error: String(thrownError),
    }));

    sendProxyResponse(response, { ...output, headers: { ...output.headers, 'apigw-requestid': requestId } });
    this.#writeLog({
      requestId,
      routeKey,
      status: String(output.status),
      responseLatency: String(Math.round(performance.now() - startedAt)),
      'error.message': error,
    });
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#log.end(resolve));
  }

  async #routeRequest(request: IncomingMessage, requestId: string): Promise<LoggedResponse> {
    const { method = 'GET', url = '/', headers } = request;
    const [path = '/'] = url.split('?', 1);
    const match = matchRoute(this.#routes, method, path);
    if (!match) return buildRejection(404, 'Not Found');

    const { key: routeKey, authorizerId } = match.route;
    const authorizer = authorizerId === undefined ? undefined : this.#requireAuthorizer(authorizerId);
    const authorization = authorizer?.authorize(headers.authorization, match.route.requiredScopes);
    if (authorization && !authorization.allowed) {
      const message = authorization.status === 401 ? 'Unauthorized' : 'Forbidden';
      return { ...buildRejection(authorization.status, message, authorization.wwwAuthenticate), routeKey };
    }

    const body = await readBody(request, MAX_BODY_BYTES);
    if (!body) return { ...buildRejection(413, 'Request Entity Too Large'), routeKey };

    const event = createProxyEvent({
      method,
      url,
      headers,
      body,
      sourceIp: request.socket.remoteAddress ?? '',
      requestId,
      apiId: this.#apiId,
      match,
      ...(this.#stageVariables && { stageVariables: this.#stageVariables }),
      ...(authorization && { authorizer: authorization }),
    });
    if (isEventTooLarge(event)) return { ...buildRejection(413, 'Request Entity Too Large'), routeKey };

    return { ...(await this.#callFunction(match.route.functionArn, event)), routeKey };
  }

  /** Invokes a function and converts its outcome to a response. */
  async #callFunction(functionArn: string, event: unknown): Promise<LoggedResponse> {
    const outcome = await this.#invoke(functionArn, event);
    if (!outcome.ok) {
      const rejection = outcome.timedOut
        ? buildRejection(503, 'Service Unavailable')
        : buildRejection(500, 'Internal Server Error');
      return { ...rejection, error: outcome.error.errorMessage };
    }

    const output = parseProxyResponse(outcome.payload);
    if (output) return { output };
    return { ...buildRejection(500, 'Internal Server Error'), error: 'The function returned an invalid response.' };
  }

  #requireAuthorizer(id: string): JwtAuthorizer {
    const authorizer = this.#authorizers.get(id);
    if (!authorizer) throw new Error(`The template has no authorizer ${id}.`);
    return authorizer;
  }

  #writeLog(values: Record<string, string>): void {
    if (!this.#logFormat) return;

    // Escapes the values, because the template's format is JSON.
    const line = this.#logFormat.replace(/\$context\.([\w.]+\w)/g, (_, name: string) => {
      return JSON.stringify(values[name] ?? '-').slice(1, -1);
    });
    this.#log.write(`${line}\n`);
  }
}

function buildRejection(status: number, message: string, wwwAuthenticate?: string): LoggedResponse {
  return {
    output: {
      status,
      headers: {
        'content-type': 'application/json',
        ...(wwwAuthenticate && { 'www-authenticate': wwwAuthenticate }),
      },
      cookies: [],
      body: Buffer.from(JSON.stringify({ message })),
    },
    error: message,
  };
}
