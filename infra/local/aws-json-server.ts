import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { closeServer, listen } from './process/ports.ts';
import { SignatureCheck } from './s3/signature.ts';
import type { Credentials } from './state/credentials.ts';
import { REGION } from './template/identities.ts';

/** An error that a service answers under its name. */
export class AwsError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = code;
    this.code = code;
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

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': '*, authorization',
  'access-control-expose-headers': 'x-amzn-RequestId,x-amzn-ErrorType,x-amzn-ErrorMessage,Date',
  'access-control-max-age': '86400',
};

const CONTENT_TYPE = 'application/x-amz-json-1.1';
const MAX_BODY_BYTES = 1_048_576;

/** Serves JSON-protocol services on one port, told apart by their target header as AWS tells them by their host. */
export class AwsJsonServer {
  readonly #services = new Map<string, { service: AwsJsonService; signatures: SignatureCheck }>();
  readonly #credentials: Credentials;
  readonly #server: Server;

  constructor(credentials: Credentials) {
    this.#credentials = credentials;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  /** Serves one more service. */
  add(service: AwsJsonService): void {
    const signatures = new SignatureCheck({
      credentials: this.#credentials,
      region: REGION,
      service: service.signingName,
    });
    this.#services.set(service.targetPrefix, { service, signatures });
  }

  /** Listens on a free port, and answers which. */
  start(): Promise<number> {
    return listen(this.#server, 0);
  }

  async close(): Promise<void> {
    await closeServer(this.#server);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'OPTIONS') {
      response.writeHead(200, CORS).end();
      return;
    }
    const requestId = randomUUID();
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
    if (Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES) {
      throw new AwsError('RequestEntityTooLargeException', 'The request is too large.');
    }
    const body = await buffer(request);
    if (!found.service.isPublic(operation)) {
      const bodyHash = createHash('sha256').update(body).digest('hex');
      const refusal = await found.signatures.refusal({ method, url, headers, bodyHash });
      if (refusal) throw new AwsError(refusal.code, refusal.message);
    }
    const userAgent = String(headers['x-amz-user-agent'] ?? headers['user-agent'] ?? '');
    return found.service.handle(operation, parseBody(body), { userAgent });
  }
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
