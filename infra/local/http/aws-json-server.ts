import { createHash, randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { Guard } from '../iam/guard.ts';
import type { Call } from '../iam/policy.ts';
import { parseAccessKeyId, SignatureVerifier } from '../iam/signature.ts';
import type { Credentials } from '../state/credentials.ts';
import { REGION } from '../template/identities.ts';
import { createListener, type HttpRequest, type HttpResponse } from './http-server.ts';

/** An error response of an AWS service. */
export class AwsError extends Error {
  readonly code: string;
  /** The HTTP status of REST services. Services with a target header always use 400. */
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

/** A service with AWS's JSON protocol. The operation is in a header, its input in the body. */
export interface AwsJsonService {
  /** The prefix in `X-Amz-Target: <prefix>.<operation>`. */
  readonly targetPrefix: string;
  /** The service name in signatures. */
  readonly signingName: string;
  /** Returns whether an operation can be called without a signature, as browsers do. */
  isPublic(operation: string): boolean;
  /** @throws AwsError if the request is invalid. */
  handle(operation: string, input: Record<string, unknown>, caller: Caller): Promise<unknown>;
}

/** A service with AWS's REST protocol. Every request must be signed. */
export interface AwsRestService {
  /** The API version at the start of its paths. Unique per service. */
  readonly pathPrefix: string;
  readonly signingName: string;
  /** @throws AwsError if the request is invalid. */
  handle(request: HttpRequest): Promise<HttpResponse>;
}

const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': '*, authorization',
  'access-control-expose-headers': 'x-amzn-RequestId,x-amzn-ErrorType,x-amzn-ErrorMessage,Date',
  'access-control-max-age': '86400',
};

const JSON_HEADERS = { ...CORS_HEADERS, 'content-type': 'application/x-amz-json-1.1' };

/** Lambda's limit for events, the largest of all services. */
const MAX_BODY_BYTES = 6 * 1_048_576;

/** Maps an operation to the call that IAM checks. */
type ToCall = (operation: string, input: Readonly<Record<string, unknown>>) => Call;
type RestToCall = (request: HttpRequest) => Call;

interface RegisteredService<Service, Mapper> {
  readonly service: Service;
  readonly toCall: Mapper;
  readonly verifier: SignatureVerifier;
}

/** Serves several AWS services at one origin. A header or the path selects the service; on AWS, the host does. */
export class AwsJsonServer {
  readonly handle: RequestListener = createListener(MAX_BODY_BYTES, (request) => this.#handle(request));
  readonly #services = new Map<string, RegisteredService<AwsJsonService, ToCall>>();
  readonly #restServices: RegisteredService<AwsRestService, RestToCall>[] = [];
  readonly #credentials: Credentials;
  #guard: Guard | undefined;

  constructor(credentials: Credentials) {
    this.#credentials = credentials;
  }

  /**
   * Adds a service.
   *
   * @param toCall if omitted, no function may call the service.
   */
  add(service: AwsJsonService, toCall: ToCall = (operation) => buildUnknownCall(service, operation)): void {
    this.#services.set(service.targetPrefix, { service, toCall, verifier: this.#createVerifier(service) });
  }

  /** Adds a REST service. */
  addRest(service: AwsRestService, toCall: RestToCall = ({ method }) => buildUnknownCall(service, method)): void {
    this.#restServices.push({ service, toCall, verifier: this.#createVerifier(service) });
  }

  /** Accepts the access keys of functions and enforces their roles. */
  enforce(guard: Guard): void {
    this.#guard = guard;
  }

  #createVerifier({ signingName }: { readonly signingName: string }): SignatureVerifier {
    const findCredentialsById = (accessKeyId: string) => this.#guard?.findCredentialsById(accessKeyId);
    return new SignatureVerifier({
      credentials: this.#credentials,
      findCredentialsById,
      region: REGION,
      service: signingName,
    });
  }

  async #handle(request: HttpRequest): Promise<HttpResponse> {
    const restService = this.#restServices.find(({ service }) => request.target.startsWith(service.pathPrefix));
    const { headers, ...response } = restService
      ? await this.#callRest(restService, request)
      : await this.#callJson(request);
    return { ...response, headers: { 'x-amzn-requestid': randomUUID(), ...headers } };
  }

  async #callJson(request: HttpRequest): Promise<HttpResponse> {
    if (request.method === 'OPTIONS') return { status: 200, headers: CORS_HEADERS };

    try {
      const result = (await this.#runOperation(request)) ?? {};
      return { status: 200, headers: JSON_HEADERS, body: JSON.stringify(result) };
    } catch (error) {
      const isAwsError = error instanceof AwsError;
      const code = isAwsError ? error.code : 'InternalErrorException';
      const message = error instanceof Error ? error.message : String(error);
      const headers = {
        ...JSON_HEADERS,
        'x-amzn-errortype': `${code}:`,
        'x-amzn-errormessage': message.replace(/[^\x20-\x7e]/g, '?'),
      };

      return { status: isAwsError ? 400 : 500, headers, body: JSON.stringify({ __type: code, message }) };
    }
  }

  async #runOperation(request: HttpRequest): Promise<unknown> {
    const { headers, method, body } = request;
    const [prefix = '', operation = ''] = String(headers['x-amz-target'] ?? '').split('.');
    const registeredService = this.#services.get(prefix);

    if (method !== 'POST' || !registeredService) {
      const message = `The local cloud doesn't support ${prefix || 'requests without a target'}.`;
      throw new AwsError('UnknownOperationException', message);
    }

    const { service, verifier, toCall } = registeredService;
    const isPublic = service.isPublic(operation);
    if (!isPublic) await requireSignature(verifier, request);
    const input = parseBody(body);
    if (!isPublic) this.#requirePermission(request, toCall(operation, input));

    const userAgent = String(headers['x-amz-user-agent'] ?? headers['user-agent'] ?? '');
    return service.handle(operation, input, { userAgent });
  }

  async #callRest(
    { service, toCall, verifier }: RegisteredService<AwsRestService, RestToCall>,
    request: HttpRequest,
  ): Promise<HttpResponse> {
    const jsonType = { 'content-type': 'application/json' };

    try {
      await requireSignature(verifier, request);
      this.#requirePermission(request, toCall(request));

      const response = await service.handle(request);
      return { ...response, headers: { ...jsonType, ...response.headers } };
    } catch (error) {
      const isAwsError = error instanceof AwsError;
      const message = error instanceof Error ? error.message : String(error);

      return {
        status: isAwsError ? error.status : 500,
        headers: { ...jsonType, 'x-amzn-errortype': isAwsError ? error.code : 'ServiceException' },
        body: JSON.stringify({ Type: isAwsError ? 'User' : 'Service', Message: message }),
      };
    }
  }

  /** @throws AwsError AccessDeniedException unless the role of the function allows the call. */
  #requirePermission({ method, target: url, headers }: HttpRequest, call: Call): void {
    const denial = this.#guard?.findDenial(parseAccessKeyId({ method, url, headers }), [call]);
    if (denial !== undefined) throw new AwsError('AccessDeniedException', denial, 403);
  }
}

function buildUnknownCall({ signingName }: { readonly signingName: string }, operation: string): Call {
  return { action: `${signingName}:${operation}`, resource: '*' };
}

/** @throws AwsError unless the request has a valid signature. */
async function requireSignature(verifier: SignatureVerifier, request: HttpRequest): Promise<void> {
  const { method, target: url, headers, body } = request;
  const bodyHash = createHash('sha256').update(body).digest('hex');
  const denial = await verifier.findDenial({ method, url, headers, bodyHash });
  if (denial) throw new AwsError(denial.code, denial.message, denial.status);
}

function parseBody(body: Buffer): Record<string, unknown> {
  try {
    const value: unknown = body.length > 0 ? JSON.parse(body.toString()) : {};
    if (value && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // The body is not JSON: throws below.
  }
  throw new AwsError('SerializationException', 'The body must be a JSON object.');
}
