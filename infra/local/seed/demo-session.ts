import { randomUUID } from 'node:crypto';
import { on, once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { contract } from '../../../shared/contract/contract.ts';
import type { Endpoint, EndpointDefinition, Request, Response as Result } from '../../../shared/contract/endpoint.ts';
import { buildHttpRequest } from '../../../shared/contract/http-request.ts';
import type { RuntimeConfig } from '../../../shared/contract/runtime-config.ts';
import type { ServerFrame } from '../../../shared/contract/socket.ts';
import { priceCents, toPurchaseSteps } from '../../../shared/depth/prices.ts';
import type { Mail } from '../cognito/codes.ts';
import { signInToPool } from '../cognito/sign-in.ts';
import { HOST } from '../process/ports.ts';

/** How often and how long to check for the credit of a payment. A busy machine takes long. */
const CREDIT_POLL_MS = 100;
const CREDIT_TIMEOUT_MS = 60_000;

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

  /** @param mails the user pool's mails, with the codes of stages that verify emails */
  constructor(config: RuntimeConfig, mails: readonly Mail[]) {
    this.#config = config;
    this.#mails = mails;
  }

  /**
   * Registers a member and signs in.
   *
   * @throws Error with the failed call and its response, as all methods do
   */
  async register(login: Login & { readonly username: string }): Promise<DemoSession> {
    const { email: Username, password: Password, username } = login;
    const UserAttributes = [
      { Name: 'email', Value: Username },
      { Name: 'preferred_username', Value: username },
    ];
    const { UserConfirmed } = await this.#userPool('SignUp', { Username, Password, UserAttributes });
    if (!UserConfirmed) {
      const ConfirmationCode = this.#mails.findLast(({ to }) => to === Username)?.code;
      await this.#userPool('ConfirmSignUp', { Username, ConfirmationCode });
    }
    return this.signIn(login);
  }

  /** Signs in a registered member. */
  async signIn(login: Login): Promise<DemoSession> {
    const callPool = (operation: string, input: object) => this.#userPool(operation, input);
    const { AccessToken } = await signInToPool(this.#config, callPool, login);
    return new DemoSession(this.#config, AccessToken, this.#queue);
  }

  #userPool(operation: string, input: object): Promise<Record<string, unknown>> {
    const { region, userPoolClientId: ClientId, userPoolEndpoint } = this.#config;
    return this.#queue.run(operation, () =>
      readJson(
        fetch(userPoolEndpoint ?? `https://cognito-idp.${region}.amazonaws.com`, {
          method: 'POST',
          headers: {
            'content-type': 'application/x-amz-json-1.1',
            'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
          },
          body: JSON.stringify({ ClientId, ...input }),
        }),
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

  constructor(config: RuntimeConfig, token: string, queue: KeyedQueue) {
    this.#config = config;
    this.#token = token;
    this.#queue = queue;
    this.userId = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub;
  }

  /** Calls an endpoint of the contract. */
  async call<D extends EndpointDefinition>(endpoint: Endpoint<D>, input: Request<D>): Promise<Result<D>> {
    const { path, body } = buildHttpRequest(endpoint, input);
    const authorization = `Bearer ${this.#token}`;
    const headers = body === undefined ? { authorization } : { authorization, 'content-type': 'application/json' };
    const response = await this.#queue.run(endpoint.name, () =>
      readJson(fetch(`${this.#config.apiUrl}${path}`, { method: endpoint.method, headers, body })),
    );
    return response as Result<D>;
  }

  /** Uploads a file. Returns its ID and public URL. */
  async upload({ name: fileName, type, bytes }: DemoUpload, purpose: 'file' | 'avatar' | 'post') {
    const { presignedUrl, fileId, publicUrl } = await this.call(contract.files.upload, {
      fileName,
      fileType: type,
      fileSize: bytes.length,
      isProfilePhoto: purpose === 'avatar',
      purpose,
    });
    const body = new Uint8Array(bytes);
    await readJson(fetch(presignedUrl, { method: 'PUT', headers: { 'content-type': type }, body }));
    return { fileId, publicUrl };
  }

  /**
   * Buys depth with a test card and waits for the credit.
   *
   * @returns false if the real Stripe is in use, which the demo never charges
   * @throws Error if the payment is not credited in time
   */
  async buy(metres: number): Promise<boolean> {
    const { stripe } = this.#config;
    if (!stripe || new URL(stripe.scriptUrl).hostname !== HOST) return false;
    const before = await this.#depth();
    const amount = priceCents(toPurchaseSteps(metres) ?? 0);
    const intent = await this.call(contract.payments.createPaymentIntent, { depth: metres, amount });
    await readJson(
      fetch(new URL(`/v1/payment_intents/${intent.paymentIntentId}/confirm`, stripe.scriptUrl), {
        method: 'POST',
        headers: { authorization: `Bearer ${stripe.publishableKey}` },
        body: new URLSearchParams({ client_secret: intent.clientSecret, payment_method: 'pm_card_visa' }),
      }),
    );
    const deadline = Date.now() + CREDIT_TIMEOUT_MS;
    while ((await this.#depth()) === before) {
      if (Date.now() > deadline)
        throw new Error(`A payment of ${metres} m was not credited in ${CREDIT_TIMEOUT_MS} ms.`);
      await setTimeout(CREDIT_POLL_MS);
    }
    return true;
  }

  /**
   * Sends a message and waits until it is stored.
   *
   * @param readMessageId a message to mark as read first
   * @returns the message's ID
   */
  async sendMessage(recipientId: string, content: string, readMessageId?: string): Promise<string> {
    const { ticket } = await this.call(contract.messages.ticket, {});
    const socket = new WebSocket(`${this.#config.socketUrl}?ticket=${encodeURIComponent(ticket)}`);
    await once(socket, 'open');
    const frames = on(socket, 'message') as AsyncIterator<[{ data: string }]>;
    // Wait for each frame's response, because both functions write the same inbox row.
    if (readMessageId) {
      socket.send(JSON.stringify({ action: 'markRead', userId: recipientId, messageId: readMessageId }));
      await nextFrame(frames, 'read');
    }
    socket.send(JSON.stringify({ action: 'sendMessage', clientMessageId: randomUUID(), recipientId, content }));
    const { message } = await nextFrame(frames, 'sent');
    socket.close();
    return message.id;
  }

  async #depth(): Promise<number> {
    return (await this.call(contract.account.me, {})).profile.depth;
  }
}

/**
 * Runs tasks with the same key one after another. Concurrent calls of a function would start a second thread, which
 * costs more than a dozen calls.
 */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs a task when all earlier tasks with its key have ended, even with an error. */
  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const result = (this.#last.get(key) ?? Promise.resolve()).then(task);
    this.#last.set(
      key,
      result.catch(() => {}),
    );
    return result;
  }
}

/**
 * Returns the next frame of a type, and skips all others.
 *
 * @throws Error if an error frame comes first
 */
async function nextFrame<T extends ServerFrame['type']>(
  frames: AsyncIterator<[{ data: string }]>,
  type: T,
): Promise<Extract<ServerFrame, { type: T }>> {
  for (;;) {
    const { value } = await frames.next();
    const frame: ServerFrame = JSON.parse(value[0].data);
    if (frame.type === 'error') throw new Error(`A message failed: ${JSON.stringify(frame)}`);
    if (frame.type === type) return frame as Extract<ServerFrame, { type: T }>;
  }
}

async function readJson(pending: Promise<Response>): Promise<Record<string, unknown>> {
  const response = await pending;
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url.split('?')[0]} returned ${response.status}: ${text}`);
  return text === '' ? {} : JSON.parse(text);
}
