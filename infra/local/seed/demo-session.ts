import { randomUUID } from 'node:crypto';
import { contract } from '../../../shared/contract/contract.ts';
import type { Endpoint, EndpointDefinition, Request, Response as Result } from '../../../shared/contract/endpoint.ts';
import { buildHttpRequest } from '../../../shared/contract/http-request.ts';
import type { RuntimeConfig } from '../../../shared/contract/runtime-config.ts';
import type { ServerFrame } from '../../../shared/contract/socket-frames.ts';
import { SURFACE_METRES } from '../../../shared/rules/depth.ts';
import { priceCents, toPurchaseSteps } from '../../../shared/rules/prices.ts';
import { computeChecksum } from '../../../shared/upload/checksum.ts';
import { signInToPool } from '../cognito/sign-in.ts';
import type { Mail } from '../mail/outbox.ts';
import { HOST } from '../process/ports.ts';
import { retryWhileTransient, TIMEOUT_MS, TransientError } from './retry-while-transient.ts';
import { exchangeFrames } from './socket-exchange.ts';

/** Errors of the user pool after which another attempt can succeed, such as a trigger's timeout. */
const TRANSIENT_POOL_ERROR = /UnexpectedLambdaException|TooManyRequestsException|InternalErrorException/;

/** Errors of a repeated request whose first attempt succeeded, although its response was lost. */
const ALREADY_DONE = /AccountExists|InvalidCode|PreconditionFailed|payment_intent_unexpected_state/;

/** A generated file, ready for upload. */
export interface DemoUpload {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

export interface Login {
  readonly email: string;
  readonly password: string;
}

/** Registers and signs in members through the public API, as browsers do. */
export class DemoClient {
  readonly #config: RuntimeConfig;
  readonly #mails: readonly Mail[];
  readonly #queue = new KeyedQueue();
  readonly #timeoutMs: number;

  /**
   * @param mails the user pool's mails, with the codes of stages that verify emails
   * @param timeoutMs how long a call is repeated after transient errors; 0 for one attempt
   */
  constructor(config: RuntimeConfig, mails: readonly Mail[], timeoutMs = TIMEOUT_MS) {
    this.#config = config;
    this.#mails = mails;
    this.#timeoutMs = timeoutMs;
  }

  /** Registers a member and signs in. Throws an error with the response of a failed call, as all methods do. */
  async register(login: Login & { readonly username: string }): Promise<DemoSession> {
    const { email, password, username } = login;
    const { confirmation } = await this.#call(contract.credentials.register, { email, password, username });

    if (confirmation === 'code') {
      const code = this.#mails.findLast(({ to, code }) => to === email && code)?.code ?? '';
      await this.#call(contract.credentials.confirmRegistration, { email, code, password });
    }

    return this.signIn(login);
  }

  /** Signs in a registered member. */
  async signIn(login: Login): Promise<DemoSession> {
    const callPool = (operation: string, input: object) => this.#callUserPool(operation, input);
    const { AccessToken } = await signInToPool(this.#config, callPool, login);
    return new DemoSession(this.#config, AccessToken, this.#queue, this.#timeoutMs);
  }

  #call<D extends EndpointDefinition>(endpoint: Endpoint<D>, input: Request<D>): Promise<Result<D>> {
    const options = { config: this.#config, queue: this.#queue, timeoutMs: this.#timeoutMs };
    return callEndpoint(endpoint, input, options);
  }

  /** Calls an operation of the user pool, which needs no signature. */
  #callUserPool(operation: string, input: object): Promise<Record<string, unknown>> {
    const { region, userPoolClientId: ClientId, userPoolEndpoint } = this.#config;

    return this.#queue.run(operation, () =>
      fetchJson(
        userPoolEndpoint ?? `https://cognito-idp.${region}.amazonaws.com`,
        {
          method: 'POST',
          headers: {
            'content-type': 'application/x-amz-json-1.1',
            'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
          },
          body: JSON.stringify({ ClientId, ...input }),
        },
        this.#timeoutMs,
      ),
    );
  }
}

/** A signed-in member who uses the public API. */
export class DemoSession {
  readonly userId: string;
  readonly #config: RuntimeConfig;
  readonly #token: string;
  readonly #queue: KeyedQueue;
  readonly #timeoutMs: number;

  constructor(config: RuntimeConfig, token: string, queue: KeyedQueue, timeoutMs = TIMEOUT_MS) {
    this.#config = config;
    this.#token = token;
    this.#queue = queue;
    this.#timeoutMs = timeoutMs;
    this.userId = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub;
  }

  /** Calls an endpoint of the contract. Repeats the request while its error is transient. */
  call<D extends EndpointDefinition>(endpoint: Endpoint<D>, input: Request<D>): Promise<Result<D>> {
    const options = { config: this.#config, queue: this.#queue, timeoutMs: this.#timeoutMs, token: this.#token };
    return callEndpoint(endpoint, input, options);
  }

  /**
   * Uploads a file. Returns its ID and public URL.
   *
   * @param posterOf the ID of the film that a poster stands for
   */
  async upload(
    { name: fileName, type, bytes }: DemoUpload,
    purpose: 'file' | 'avatar' | 'post' | 'poster',
    posterOf?: string,
  ) {
    const { presignedUrl, headers, fileId, publicUrl } = await this.call(contract.files.upload, {
      fileName,
      fileType: type,
      fileSize: bytes.length,
      checksum: await computeChecksum(new Uint8Array(bytes)),
      isProfilePhoto: purpose === 'avatar',
      purpose,
      posterOf,
    });
    const body = new Uint8Array(bytes);
    await fetchJson(presignedUrl, { method: 'PUT', headers, body }, this.#timeoutMs);

    return { fileId, publicUrl };
  }

  /**
   * Buys depth with a test card and waits for the credit.
   *
   * @returns false if the real Stripe is in use, which the demo never charges
   */
  async buy(metres: number): Promise<boolean> {
    const { stripe } = this.#config;
    if (!stripe || new URL(stripe.scriptUrl).hostname !== HOST) return false;

    // The margin of a centimetre is necessary because the sum of two fractions is not exact.
    const depthAfterCredit = Math.min((await this.#readDepth()) + metres, SURFACE_METRES) - 0.01;
    const amount = priceCents(toPurchaseSteps(metres) ?? 0);
    const purchase = { depth: metres, amount, idempotencyKey: randomUUID() };
    const intent = await this.call(contract.payments.createPaymentIntent, purchase);

    await fetchJson(
      new URL(`/v1/payment_intents/${intent.paymentIntentId}/confirm`, stripe.scriptUrl),
      {
        method: 'POST',
        headers: { authorization: `Bearer ${stripe.publishableKey}` },
        body: new URLSearchParams({ client_secret: intent.clientSecret, payment_method: 'pm_card_visa' }),
      },
      this.#timeoutMs,
    );

    await retryWhileTransient(async () => {
      if ((await this.#readDepth()) >= depthAfterCredit) return;
      throw new TransientError(`A payment of ${metres} m was not credited.`);
    }, this.#timeoutMs);

    return true;
  }

  /**
   * Sends a message and waits until it is stored.
   *
   * @returns the message's ID
   */
  async sendMessage(recipientId: string, content: string): Promise<string> {
    const clientMessageId = randomUUID();
    const frame = { action: 'sendMessage', clientMessageId, recipientId, content } as const;
    // The frames of the member's other conversations arrive at this socket too.
    const findId = (serverFrame: ServerFrame) =>
      serverFrame.type === 'sent' && serverFrame.message.clientMessageId === clientMessageId && serverFrame.message.id;
    return retryWhileTransient(
      async () => exchangeFrames(await this.#createSocketUrl(), frame, findId),
      this.#timeoutMs,
    );
  }

  /** Marks a conversation as read up to a message, and waits until this is stored. */
  async markRead(userId: string, messageId: string): Promise<void> {
    const frame = { action: 'markRead', userId, messageId } as const;
    const isConfirmed = (serverFrame: ServerFrame) =>
      serverFrame.type === 'read' && serverFrame.readerId === this.userId && serverFrame.messageId === messageId;
    let isRepeated = false;

    await retryWhileTransient(async () => {
      // The server confirms only if the watermark moves: the last message that is marked as read. The previous attempt
      // may have moved it.
      if (isRepeated && (await this.call(contract.messages.conversation, { userId })).read.own === messageId) return;
      isRepeated = true;
      await exchangeFrames(await this.#createSocketUrl(), frame, isConfirmed);
    }, this.#timeoutMs);
  }

  /** Returns the URL of a new socket. Each ticket opens one socket. */
  async #createSocketUrl(): Promise<string> {
    const { ticket } = await this.call(contract.sockets.ticket, {});
    return `${this.#config.socketUrl}?ticket=${encodeURIComponent(ticket)}`;
  }

  async #readDepth(): Promise<number> {
    return (await this.call(contract.account.me, {})).profile.depth;
  }
}

interface CallOptions {
  readonly config: RuntimeConfig;
  readonly queue: KeyedQueue;
  readonly timeoutMs: number;
  readonly token?: string;
}

/** Calls an endpoint of the contract. Repeats the request while its error is transient. */
async function callEndpoint<D extends EndpointDefinition>(
  endpoint: Endpoint<D>,
  input: Request<D>,
  { config, queue, timeoutMs, token }: CallOptions,
): Promise<Result<D>> {
  const { path, body } = buildHttpRequest(endpoint, input);
  const headers = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const response = await queue.run(endpoint.name, () =>
    fetchJson(`${config.apiUrl}${path}`, { method: endpoint.method, headers, body }, timeoutMs),
  );
  return response as Result<D>;
}

/**
 * Runs tasks with the same key in sequence. The local cloud starts a thread for each concurrent call of a function, and
 * starting one takes longer than a dozen calls.
 */
export class KeyedQueue {
  /** The completion of the last task, by key. Never rejects. */
  readonly #completions = new Map<string, Promise<unknown>>();

  /** Runs a task when all earlier tasks with its key have ended, even with an error. */
  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const result = (this.#completions.get(key) ?? Promise.resolve()).then(task);
    const completion = result.catch(() => {});
    this.#completions.set(key, completion);
    return result;
  }
}

/**
 * Sends a request and returns its JSON response. Repeats it while its error is transient, so it must be idempotent.
 *
 * @throws Error with the URL and the response
 */
function fetchJson(url: string | URL, init: RequestInit, timeoutMs: number): Promise<Record<string, unknown>> {
  const urlWithoutQuery = String(url).split('?')[0];
  const fail = (error: Error) =>
    Promise.reject(new TransientError(`${urlWithoutQuery} failed: ${error.cause ?? error}`));
  let attempts = 0;

  return retryWhileTransient(async () => {
    attempts += 1;
    const response = await fetch(url, init).catch(fail);
    const body = await response.text().catch(fail);

    if (response.ok) return body === '' ? {} : JSON.parse(body);
    if (attempts > 1 && ALREADY_DONE.test(body)) return {};

    const message = `${urlWithoutQuery} returned ${response.status}: ${body}`;
    const isTransient = response.status === 429 || response.status >= 500 || TRANSIENT_POOL_ERROR.test(body);
    throw isTransient ? new TransientError(message, response.headers.get('retry-after')) : new Error(message);
  }, timeoutMs);
}
