import { randomUUID } from 'node:crypto';
import { on, once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { contract } from '../../../shared/contract/contract.ts';
import type { Response as Answer, Endpoint, EndpointDefinition, Request } from '../../../shared/contract/endpoint.ts';
import { httpRequest } from '../../../shared/contract/http-request.ts';
import type { RuntimeConfig } from '../../../shared/contract/runtime-config.ts';
import type { ServerFrame } from '../../../shared/contract/socket.ts';
import { priceCents, purchaseSteps } from '../../../shared/depth/prices.ts';
import type { Mail } from '../cognito/codes.ts';
import { signInTo } from '../cognito/sign-in.ts';
import { HOST } from '../process/ports.ts';

/** How often to read the depth after a payment, and how long to wait for the credit: a busy machine takes its time. */
const CREDIT_POLL_MS = 100;
const CREDIT_TIMEOUT_MS = 60_000;

/** A file of a member of the demo community, ready to be sent. */
export interface DemoUpload {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

export interface Login {
  readonly email: string;
  readonly password: string;
}

/** The front door of a running Fathom, as browsers see it. */
export class DemoVisitors {
  readonly #config: RuntimeConfig;
  readonly #mails: readonly Mail[];
  readonly #turns = new Turns();

  /** @param mails - what was mailed, to look a code up where the stage asks for one */
  constructor(config: RuntimeConfig, mails: readonly Mail[]) {
    this.#config = config;
    this.#mails = mails;
  }

  /**
   * Registers somebody new, and signs them in.
   *
   * @throws Error naming the call that failed and its answer; so do all calls that follow
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

  /** Signs in somebody who has registered. */
  async signIn(login: Login): Promise<DemoSession> {
    const { AccessToken } = await signInTo(this.#config, (operation, input) => this.#userPool(operation, input), login);
    return new DemoSession(this.#config, AccessToken, this.#turns);
  }

  #userPool(operation: string, input: object): Promise<Record<string, unknown>> {
    const { region, userPoolClientId: ClientId, userPoolEndpoint } = this.#config;
    return this.#turns.take(operation, () =>
      answered(
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

/** A member who has signed in, and does what a browser could do: no more. */
export class DemoSession {
  readonly userId: string;
  readonly #config: RuntimeConfig;
  readonly #token: string;
  readonly #turns: Turns;

  constructor(config: RuntimeConfig, token: string, turns: Turns) {
    this.#config = config;
    this.#token = token;
    this.#turns = turns;
    this.userId = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub;
  }

  /** Calls an endpoint of the contract. */
  async call<D extends EndpointDefinition>(endpoint: Endpoint<D>, input: Request<D>): Promise<Answer<D>> {
    const { path, body } = httpRequest(endpoint, input);
    const authorization = `Bearer ${this.#token}`;
    const headers = body === undefined ? { authorization } : { authorization, 'content-type': 'application/json' };
    const answer = await this.#turns.take(endpoint.name, () =>
      answered(fetch(`${this.#config.apiUrl}${path}`, { method: endpoint.method, headers, body })),
    );
    return answer as Answer<D>;
  }

  /** Uploads a file for a purpose, and answers how it is called now. */
  async upload({ name: fileName, type, bytes }: DemoUpload, purpose: 'file' | 'avatar' | 'post') {
    const { presignedUrl, fileId, publicUrl } = await this.call(contract.files.upload, {
      fileName,
      fileType: type,
      fileSize: bytes.length,
      isProfilePhoto: purpose === 'avatar',
      purpose,
    });
    const body = new Uint8Array(bytes);
    await answered(fetch(presignedUrl, { method: 'PUT', headers: { 'content-type': type }, body }));
    return { fileId, publicUrl };
  }

  /**
   * Buys depth with a test card, and waits until it is credited.
   *
   * @returns false where Stripe itself is in use: nobody charges a stranger's account for a demo
   * @throws Error if the payment is not credited in time
   */
  async buy(metres: number): Promise<boolean> {
    const { stripe } = this.#config;
    if (!stripe || new URL(stripe.scriptUrl).hostname !== HOST) return false;
    const before = await this.#depth();
    const amount = priceCents(purchaseSteps(metres) ?? 0);
    const intent = await this.call(contract.payments.createPaymentIntent, { depth: metres, amount });
    await answered(
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
   * Sends a message, and waits until it is stored.
   *
   * @param answered - the id of the message that it answers, which has been read then
   * @returns its id
   */
  async say(recipientId: string, content: string, answered?: string): Promise<string> {
    const { ticket } = await this.call(contract.messages.ticket, {});
    const socket = new WebSocket(`${this.#config.socketUrl}?ticket=${encodeURIComponent(ticket)}`);
    await once(socket, 'open');
    const frames = on(socket, 'message') as AsyncIterator<[{ data: string }]>;
    // One frame after the other: their functions would run at once, and both write the same inbox row.
    if (answered) {
      socket.send(JSON.stringify({ action: 'markRead', userId: recipientId, messageId: answered }));
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
 * Runs work of the same kind one after another. Two calls of a function at once would start a second thread, which costs
 * more than a dozen calls.
 */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Does the work once all earlier work of its kind has ended, even with an error. */
  take<T>(kind: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#last.get(kind) ?? Promise.resolve()).then(work);
    this.#last.set(
      kind,
      turn.catch(() => {}),
    );
    return turn;
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
    if (frame.type === 'error') throw new Error(`A message was answered with ${JSON.stringify(frame)}`);
    if (frame.type === type) return frame as Extract<ServerFrame, { type: T }>;
  }
}

async function answered(pending: Promise<Response>): Promise<Record<string, unknown>> {
  const response = await pending;
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url.split('?')[0]} answered ${response.status}: ${text}`);
  return text === '' ? {} : JSON.parse(text);
}
