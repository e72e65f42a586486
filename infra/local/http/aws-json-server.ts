import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Guard } from '../iam/guard.ts';
import type { Call } from '../iam/policy.ts';
import { accessKeyIdOf, SignatureCheck } from '../iam/signature.ts';
import type { Credentials } from '../state/credentials.ts';
import { REGION } from '../template/identities.ts';
import { type HttpRequest, type HttpResponse, HttpServer } from './http-server.ts';

/** An error that a service returns under its name. */
export class AwsError extends Error {
  readonly code: string;
  /** The HTTP status of services with paths. Services with a target header always use 400. */
  readonly status: number;

  constructor(code: string, message: string, status = 400) {
    super(message);
    this.name = code;
    this.code = code;
    this.status = status;
  }
}

export interface Caller {
  readonly userAgent: string;
}

/** A service that speaks AWS's JSON protocol: the operation is in a header, its input in the body. */
export interface AwsJsonService {
  /** As in `X-Amz-Target: <prefix>.<operation>`. */
  readonly targetPrefix: string;
  /** As in the scope of a signature. */
  readonly signingName: string;
  /** Returns whether browsers call an operation unsigned, from pages of any origin. */
  isPublic(operation: string): boolean;
  /** @throws AwsError for an error of the caller. */
  handle(operation: string, input: Record<string, unknown>, caller: Caller): Promise<unknown>;
}

/** A service that speaks AWS's JSON protocol by paths. Every request must be signed. */
export interface AwsRestService {
  /** The API version in its paths. It differs between services. */
  readonly pathPrefix: string;
  readonly signingName: string;
  /** @throws AwsError for an error of the caller. */
  handle(request: HttpRequest): Promise<HttpResponse>;
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': '*, authorization',
  'access-control-expose-headers': 'x-amzn-RequestId,x-amzn-ErrorType,x-amzn-ErrorMessage,Date',
  'access-control-max-age': '86400',
};

const JSON_TYPE = { ...CORS, 'content-type': 'application/x-amz-json-1.1' };

/** The limit of Lambda's events, the largest of all services. */
const MAX_BODY_BYTES = 6 * 1_048_576;

/** Returns the action and resource that IAM checks for an operation. */
type CallOf = (operation: string, input: Readonly<Record<string, unknown>>) => Call;
type RestCallOf = (request: HttpRequest) => Call;

interface Served<Service, GetCall> {
  readonly service: Service;
  readonly callOf: GetCall;
  readonly signatures: SignatureCheck;
}

/** Serves several services on one port. Their target headers or paths tell them apart, as their hosts do on AWS. */
export class AwsJsonServer {
  readonly #services = new Map<string, Served<AwsJsonService, CallOf>>();
  readonly #restServices: Served<AwsRestService, RestCallOf>[] = [];
  readonly #credentials: Credentials;
  readonly #server = new HttpServer(MAX_BODY_BYTES, (request) => this.#handle(request));
  #guard: Guard | undefined;

  constructor(credentials: Credentials) {
    this.#credentials = credentials;
  }

  /**
   * Adds a service.
   *
   * @param callOf omitted if functions don't use the service: no role allows the call then.
   */
  add(service: AwsJsonService, callOf: CallOf = (operation) => unknownCall(service, operation)): void {
    this.#services.set(service.targetPrefix, { service, callOf, signatures: this.#signaturesFor(service) });
  }

  /** Adds a service with paths. */
  addRest(service: AwsRestService, callOf: RestCallOf = ({ method }) => unknownCall(service, method)): void {
    this.#restServices.push({ service, callOf, signatures: this.#signaturesFor(service) });
  }

  /** Identifies functions by their own keys, and limits them to what their roles allow. */
  enforce(guard: Guard): void {
    this.#guard = guard;
  }

  /** Passes on requests for another protocol than HTTP, with their connection. */
  onUpgrade(take: (request: IncomingMessage, socket: Duplex, head: Buffer) => void): void {
    this.#server.server.on('upgrade', take);
  }

  /** Listens on a free port and returns it. */
  start(): Promise<number> {
    return this.#server.start();
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  #signaturesFor({ signingName }: { readonly signingName: string }): SignatureCheck {
    const findKey = (accessKeyId: string) => this.#guard?.find(accessKeyId);
    return new SignatureCheck({ credentials: this.#credentials, findKey, region: REGION, service: signingName });
  }

  async #handle(request: HttpRequest): Promise<HttpResponse> {
    const rest = this.#restServices.find(({ service }) => request.target.startsWith(service.pathPrefix));
    const { headers, ...response } = rest ? await this.#callRest(rest, request) : await this.#callJson(request);
    return { ...response, headers: { 'x-amzn-requestid': randomUUID(), ...headers } };
  }

  async #callJson(request: HttpRequest): Promise<HttpResponse> {
    if (request.method === 'OPTIONS') return { status: 200, headers: CORS };
    try {
      return { status: 200, headers: JSON_TYPE, body: JSON.stringify((await this.#runOperation(request)) ?? {}) };
    } catch (error) {
      const known = error instanceof AwsError;
      const code = known ? error.code : 'InternalErrorException';
      const message = error instanceof Error ? error.message : String(error);
      const headers = {
        ...JSON_TYPE,
        'x-amzn-errortype': `${code}:`,
        'x-amzn-errormessage': message.replace(/[^\x20-\x7e]/g, '?'),
      };
      return { status: known ? 400 : 500, headers, body: JSON.stringify({ __type: code, message }) };
    }
  }

  async #runOperation(request: HttpRequest): Promise<unknown> {
    const { headers, method, body } = request;
    const [prefix = '', operation = ''] = String(headers['x-amz-target'] ?? '').split('.');
    const found = this.#services.get(prefix);
    if (method !== 'POST' || !found) {
      const message = `The local cloud serves no ${prefix || 'request without target'}.`;
      throw new AwsError('UnknownOperationException', message);
    }
    const isPublic = found.service.isPublic(operation);
    if (!isPublic) await requireSignature(found.signatures, request);
    const input = parseBody(body);
    if (!isPublic) this.#requirePermission(request, found.callOf(operation, input));
    const userAgent = String(headers['x-amz-user-agent'] ?? headers['user-agent'] ?? '');
    return found.service.handle(operation, input, { userAgent });
  }

  async #callRest(
    { service, callOf, signatures }: Served<AwsRestService, RestCallOf>,
    request: HttpRequest,
  ): Promise<HttpResponse> {
    const json = { 'content-type': 'application/json' };
    try {
      await requireSignature(signatures, request);
      this.#requirePermission(request, callOf(request));
      const response = await service.handle(request);
      return { ...response, headers: { ...json, ...response.headers } };
    } catch (error) {
      const known = error instanceof AwsError;
      const message = error instanceof Error ? error.message : String(error);
      return {
        status: known ? error.status : 500,
        headers: { ...json, 'x-amzn-errortype': known ? error.code : 'ServiceException' },
        body: JSON.stringify({ Type: known ? 'User' : 'Service', Message: message }),
      };
    }
  }

  /** @throws AwsError AccessDeniedException unless the role of the key's owner allows the call. */
  #requirePermission({ method, target: url, headers }: HttpRequest, call: Call): void {
    const refusal = this.#guard?.refusal(accessKeyIdOf({ method, url, headers }), [call]);
    if (refusal !== undefined) throw new AwsError('AccessDeniedException', refusal, 403);
  }
}

function unknownCall({ signingName }: { readonly signingName: string }, operation: string): Call {
  return { action: `${signingName}:${operation}`, resource: '*' };
}

/** @throws AwsError unless the request has a valid signature of this cloud. */
async function requireSignature(signatures: SignatureCheck, request: HttpRequest): Promise<void> {
  const { method, target: url, headers, body } = request;
  const bodyHash = createHash('sha256').update(body).digest('hex');
  const refusal = await signatures.refusal({ method, url, headers, bodyHash });
  if (refusal) throw new AwsError(refusal.code, refusal.message, refusal.status);
}

function parseBody(body: Buffer): Record<string, unknown> {
  try {
    const parsed: unknown = body.length > 0 ? JSON.parse(body.toString()) : {};
    if (parsed && typeof parsed === 'object' && !Array.isArray(parsed)) return parsed as Record<string, unknown>;
  } catch {
    // Not JSON: the error below covers it.
  }
  throw new AwsError('SerializationException', 'The body must be a JSON object.');
}
