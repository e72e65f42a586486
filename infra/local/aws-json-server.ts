import { createHash, randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Guard } from './iam/guard.ts';
import type { Call } from './iam/policy.ts';
import { closeServer, HOST, listen } from './process/ports.ts';
import { accessKeyIdOf, SignatureCheck, type SignedRequest } from './s3/signature.ts';
import type { Credentials } from './state/credentials.ts';
import { REGION } from './template/identities.ts';

/** An error that a service answers under its name. */
export class AwsError extends Error {
  readonly code: string;
  /** For services with paths: those with a target header answer every error of the caller by 400. */
  readonly status: number;

  constructor(code: string, message: string, status = 400) {
    super(message);
    this.name = code;
    this.code = code;
    this.status = status;
  }
}

/** What a service is told of the caller beside the request's body. */
export interface Caller {
  readonly userAgent: string;
}

/** A service that speaks AWS's JSON protocol: the operation in a header, the rest in the body. */
export interface AwsJsonService {
  /** As in `X-Amz-Target: <prefix>.<operation>`. */
  readonly targetPrefix: string;
  /** As in the scope of a signature. */
  readonly signingName: string;
  /** Operations that browsers call without signing, from pages of any origin. */
  isPublic(operation: string): boolean;
  /**
   * @throws AwsError what the caller did wrong.
   */
  handle(operation: string, input: Record<string, unknown>, caller: Caller): Promise<unknown>;
}

/** A request to a service that tells its operations apart by method and path. */
export interface RestRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface RestAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A service that speaks AWS's JSON protocol by paths. Every request to it must be signed. */
export interface AwsRestService {
  /** What its paths begin with: its version, which no other service shares. */
  readonly pathPrefix: string;
  readonly signingName: string;
  readonly maxBodyBytes: number;
  /**
   * @throws AwsError what the caller did wrong.
   */
  handle(request: RestRequest): Promise<RestAnswer>;
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': '*, authorization',
  'access-control-expose-headers': 'x-amzn-RequestId,x-amzn-ErrorType,x-amzn-ErrorMessage,Date',
  'access-control-max-age': '86400',
};

const CONTENT_TYPE = 'application/x-amz-json-1.1';
const MAX_BODY_BYTES = 1_048_576;

/** Tells what an operation asks to do, as IAM sees it. */
type CallOf = (operation: string, input: Readonly<Record<string, unknown>>) => Call;
type RestCallOf = (request: RestRequest) => Call;

interface Served<Service, Judged> {
  readonly service: Service;
  readonly callOf: Judged;
  readonly signatures: SignatureCheck;
}

/** Serves services on one port, told apart by their target header or their paths as AWS tells them by their host. */
export class AwsJsonServer {
  readonly #services = new Map<string, Served<AwsJsonService, CallOf>>();
  readonly #restServices: Served<AwsRestService, RestCallOf>[] = [];
  readonly #credentials: Credentials;
  readonly #server: Server;
  #guard: Guard | undefined;

  constructor(credentials: Credentials) {
    this.#credentials = credentials;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  /**
   * Serves one more service.
   *
   * @param callOf - left out where functions have no business: no role speaks of what it asks then
   */
  add(service: AwsJsonService, callOf: CallOf = (operation) => unknownCall(service, operation)): void {
    this.#services.set(service.targetPrefix, { service, callOf, signatures: this.#signaturesFor(service) });
  }

  /** Serves one more service, by its paths. */
  addRest(service: AwsRestService, callOf: RestCallOf = ({ method }) => unknownCall(service, method)): void {
    this.#restServices.push({ service, callOf, signatures: this.#signaturesFor(service) });
  }

  /** From now on functions are known by their own keys, and may do what their roles allow. */
  enforce(guard: Guard): void {
    this.#guard = guard;
  }

  /** Hands over requests for another protocol than HTTP, with their connection. */
  onUpgrade(take: (request: IncomingMessage, socket: Duplex, head: Buffer) => void): void {
    this.#server.on('upgrade', take);
  }

  /** Listens on a free port, and answers which. */
  start(): Promise<number> {
    return listen(this.#server, 0);
  }

  async close(): Promise<void> {
    await closeServer(this.#server);
  }

  #signaturesFor({ signingName }: { readonly signingName: string }): SignatureCheck {
    const findKey = (accessKeyId: string) => this.#guard?.find(accessKeyId);
    return new SignatureCheck({ credentials: this.#credentials, findKey, region: REGION, service: signingName });
  }

  /** @throws AwsError when the role of whoever has signed does not allow it. */
  #judge(request: SignedRequest, call: Call): void {
    const refusal = this.#guard?.refusal(accessKeyIdOf(request), [call]);
    if (refusal !== undefined) throw new AwsError('AccessDeniedException', refusal, 403);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = randomUUID();
    const rest = this.#restServices.find(({ service }) => request.url?.startsWith(service.pathPrefix));
    if (rest) return this.#answerRest(rest, requestId, request, response);
    if (request.method === 'OPTIONS') {
      response.writeHead(200, CORS).end();
      return;
    }
    try {
      const output = await this.#handle(request);
      const text = JSON.stringify(output ?? {});
      response.writeHead(200, { ...CORS, 'content-type': CONTENT_TYPE, 'x-amzn-requestid': requestId }).end(text);
    } catch (error) {
      const known = error instanceof AwsError;
      const code = known ? error.code : 'InternalErrorException';
      const message = error instanceof Error ? error.message : String(error);
      response
        .writeHead(known ? 400 : 500, {
          ...CORS,
          'content-type': CONTENT_TYPE,
          'x-amzn-requestid': requestId,
          'x-amzn-errortype': `${code}:`,
          'x-amzn-errormessage': message.replace(/[^\x20-\x7e]/g, '?'),
        })
        .end(JSON.stringify({ __type: code, message }));
    }
  }

  async #handle(request: IncomingMessage): Promise<unknown> {
    const { headers, method = 'POST', url = '/' } = request;
    const [prefix = '', operation = ''] = String(headers['x-amz-target'] ?? '').split('.');
    const found = this.#services.get(prefix);
    if (method !== 'POST' || !found) {
      throw new AwsError(
        'UnknownOperationException',
        `The local cloud serves no ${prefix || 'request without target'}.`,
      );
    }
    const body = await bodyOf(request, MAX_BODY_BYTES);
    const isPublic = found.service.isPublic(operation);
    if (!isPublic) await requireSignature(found.signatures, { method, url, headers, body });
    const input = parseBody(body);
    if (!isPublic) this.#judge({ method, url, headers }, found.callOf(operation, input));
    const userAgent = String(headers['x-amz-user-agent'] ?? headers['user-agent'] ?? '');
    return found.service.handle(operation, input, { userAgent });
  }

  async #answerRest(
    { service, callOf, signatures }: Served<AwsRestService, RestCallOf>,
    requestId: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { headers, method = 'GET', url = '/' } = request;
    const send = ({ status, headers: own, body = '' }: RestAnswer) => {
      const common = { 'content-type': 'application/json', 'x-amzn-requestid': requestId };
      response.writeHead(status, { ...common, ...own }).end(body);
    };
    try {
      const body = await bodyOf(request, service.maxBodyBytes);
      await requireSignature(signatures, { method, url, headers, body });
      const asked = { method, headers, body, url: new URL(url, `http://${HOST}`) };
      this.#judge({ method, url, headers }, callOf(asked));
      send(await service.handle(asked));
    } catch (error) {
      const known = error instanceof AwsError;
      const message = error instanceof Error ? error.message : String(error);
      send({
        status: known ? error.status : 500,
        headers: { 'x-amzn-errortype': known ? error.code : 'ServiceException' },
        body: JSON.stringify({ Type: known ? 'User' : 'Service', Message: message }),
      });
    }
  }
}

function unknownCall({ signingName }: { readonly signingName: string }, operation: string): Call {
  return { action: `${signingName}:${operation}`, resource: '*' };
}

/** @throws AwsError when the body is longer than the service takes. */
async function bodyOf(request: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) {
    throw new AwsError('RequestEntityTooLargeException', 'The request is too large.', 413);
  }
  return buffer(request);
}

/** @throws AwsError when the request does not bear this cloud's signature. */
async function requireSignature(
  signatures: SignatureCheck,
  { body, ...request }: { method: string; url: string; headers: IncomingHttpHeaders; body: Buffer },
): Promise<void> {
  const bodyHash = createHash('sha256').update(body).digest('hex');
  const refusal = await signatures.refusal({ ...request, bodyHash });
  if (refusal) throw new AwsError(refusal.code, refusal.message, refusal.status);
}

function parseBody(body: Buffer): Record<string, unknown> {
  try {
    const parsed: unknown = body.length > 0 ? JSON.parse(body.toString()) : {};
    if (parsed && typeof parsed === 'object' && !Array.isArray(parsed)) return parsed as Record<string, unknown>;
  } catch {
    // Answered below: what is not JSON is no object either.
  }
  throw new AwsError('SerializationException', 'The body must be a JSON object.');
}
