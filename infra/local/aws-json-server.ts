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
import { closeServer, HOST, listen } from './process/ports.ts';
import { SignatureCheck } from './s3/signature.ts';
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

/** Serves services on one port, told apart by their target header or their paths as AWS tells them by their host. */
export class AwsJsonServer {
  readonly #services = new Map<string, { service: AwsJsonService; signatures: SignatureCheck }>();
  readonly #restServices: { service: AwsRestService; signatures: SignatureCheck }[] = [];
  readonly #credentials: Credentials;
  readonly #server: Server;

  constructor(credentials: Credentials) {
    this.#credentials = credentials;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  /** Serves one more service. */
  add(service: AwsJsonService): void {
    this.#services.set(service.targetPrefix, { service, signatures: this.#signaturesFor(service) });
  }

  /** Serves one more service, by its paths. */
  addRest(service: AwsRestService): void {
    this.#restServices.push({ service, signatures: this.#signaturesFor(service) });
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
    return new SignatureCheck({ credentials: this.#credentials, region: REGION, service: signingName });
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
    if (!found.service.isPublic(operation)) {
      await requireSignature(found.signatures, { method, url, headers, body });
    }
    const userAgent = String(headers['x-amz-user-agent'] ?? headers['user-agent'] ?? '');
    return found.service.handle(operation, parseBody(body), { userAgent });
  }

  async #answerRest(
    { service, signatures }: { service: AwsRestService; signatures: SignatureCheck },
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
      send(await service.handle({ method, headers, body, url: new URL(url, `http://${HOST}`) }));
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
