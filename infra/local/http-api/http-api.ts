import { randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname } from 'node:path';
import type { Jwks } from 'aws-jwt-verify/jwk';
import { z } from 'zod';
import { readBody } from '../http/http-server.ts';
import { matchRoute } from '../http/router.ts';
import type { Outcome } from '../lambda/sandbox.ts';
import { apiOf, partsOf } from '../template/apis.ts';
import type { Resolver } from '../template/template.ts';
import { type ProxyAnswer, proxyAnswer, proxyEvent, sendAnswer } from './event.ts';
import { JwtAuthorizer } from './jwt-authorizer.ts';
import { type Route, routesOf } from './routes.ts';

/** API Gateway's limit for a request's body. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;
/** Lambda's limit for an event and for an answer. */
const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024;

const stageProperties = z.object({
  StageName: z.literal('$default'),
  AccessLogSettings: z.object({ Format: z.string() }).optional(),
});

interface HttpApiSettings {
  readonly resolver: Resolver;
  /** The keys of the user pool that signs the tokens. */
  readonly jwks: Jwks;
  readonly accessLog: string;
  readonly invoke: (arn: string, event: unknown) => Promise<Outcome>;
}

/** What one request came to, for the access log. */
interface Result {
  readonly answer: ProxyAnswer;
  readonly routeKey?: string;
  readonly error?: string;
}

/** The template's HTTP API: routes, authorizers, functions. */
export class HttpApi {
  readonly #apiId: string;
  readonly #routes: readonly Route[];
  readonly #authorizers: ReadonlyMap<string, JwtAuthorizer>;
  readonly #invoke: HttpApiSettings['invoke'];
  readonly #logFormat: string | undefined;
  readonly #log: WriteStream;

  constructor({ resolver, jwks, accessLog, invoke }: HttpApiSettings) {
    const { ref: apiId } = apiOf(resolver, 'HTTP');
    this.#apiId = apiId;
    this.#routes = routesOf(resolver, apiId);
    this.#authorizers = new Map(
      partsOf(resolver, apiId, 'Authorizer').map(({ ref, properties }) => [ref, new JwtAuthorizer(properties, jwks)]),
    );
    this.#invoke = invoke;
    // The stage's throttling is left to AWS: what one person or one test does here never comes near it.
    const [stage] = partsOf(resolver, apiId, 'Stage').map(({ properties }) => stageProperties.parse(properties));
    this.#logFormat = stage?.AccessLogSettings?.Format;
    mkdirSync(dirname(accessLog), { recursive: true });
    this.#log = createWriteStream(accessLog, { flags: 'a' });
  }

  /** Answers one request. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = randomUUID();
    const started = performance.now();
    const {
      answer,
      routeKey = '-',
      error = '-',
    } = await this.#run(request, requestId).catch((problem: unknown) => ({
      ...refused(500, 'Internal Server Error'),
      error: String(problem),
    }));
    sendAnswer(response, { ...answer, headers: { ...answer.headers, 'apigw-requestid': requestId } });
    this.#writeLog({
      requestId,
      routeKey,
      status: String(answer.status),
      responseLatency: String(Math.round(performance.now() - started)),
      'error.message': error,
    });
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#log.end(resolve));
  }

  async #run(request: IncomingMessage, requestId: string): Promise<Result> {
    const { method = 'GET', url = '/', headers } = request;
    const [path = '/'] = url.split('?', 1);
    const match = matchRoute(this.#routes, method, path);
    if (!match) return refused(404, 'Not Found');
    const routeKey = match.route.key;
    const authorizer = match.route.authorizerId === undefined ? undefined : this.#authorizer(match.route.authorizerId);
    const authorization = authorizer?.authorize(headers.authorization, match.route.scopes);
    if (authorization && !authorization.allowed) {
      const message = authorization.status === 401 ? 'Unauthorized' : 'Forbidden';
      return { ...refused(authorization.status, message, authorization.wwwAuthenticate), routeKey };
    }
    const body = await readBody(request, MAX_BODY_BYTES);
    if (!body) return { ...refused(413, 'Request Entity Too Large'), routeKey };
    const event = proxyEvent({
      method,
      url,
      headers,
      body,
      sourceIp: request.socket.remoteAddress ?? '',
      requestId,
      apiId: this.#apiId,
      match,
      ...(authorization && { authorizer: authorization }),
    });
    if (Buffer.byteLength(event.body ?? '') > MAX_PAYLOAD_BYTES) {
      return { ...refused(413, 'Request Entity Too Large'), routeKey };
    }
    const outcome = await this.#invoke(match.route.functionArn, event);
    if (!outcome.ok) {
      const failed = outcome.timedOut ? refused(503, 'Service Unavailable') : refused(500, 'Internal Server Error');
      return { ...failed, routeKey, error: outcome.error.errorMessage };
    }
    const answer = outcome.payload.length > MAX_PAYLOAD_BYTES ? undefined : proxyAnswer(outcome.payload);
    if (answer) return { answer, routeKey };
    return { ...refused(500, 'Internal Server Error'), routeKey, error: 'The function answered something unusable.' };
  }

  #authorizer(id: string): JwtAuthorizer {
    const authorizer = this.#authorizers.get(id);
    if (!authorizer) throw new Error(`The template has no authorizer ${id}.`);
    return authorizer;
  }

  #writeLog(values: Record<string, string>): void {
    if (!this.#logFormat) return;
    const line = this.#logFormat.replace(/\$context\.([\w.]+\w)/g, (_, name: string) => {
      return JSON.stringify(values[name] ?? '-').slice(1, -1);
    });
    this.#log.write(`${line}\n`);
  }
}

function refused(status: number, message: string, wwwAuthenticate?: string): Result {
  return {
    answer: {
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
