import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { DemoSession } from '../../infra/local/seed/demo-session.ts';
import { contract } from '../../shared/contract/contract.ts';
import type { Response } from '../../shared/contract/endpoint.ts';
import type { RuntimeConfig } from '../../shared/contract/runtime-config.ts';
import type { ServerFrame } from '../../shared/contract/socket-frames.ts';
import { computeChecksum } from '../../shared/upload/checksum.ts';
import { WAIT_TIMEOUT_MS } from '../support/time-limits.ts';
import { readCredits } from './member-state.ts';

/** A member who takes part in the load test. */
export interface LoadMember {
  readonly session: DemoSession;
  /** The member who receives their messages. */
  readonly partner: DemoSession;
}

/** What an operation creates exactly once, even if it is repeated. */
export type OperationKind = 'post' | 'like' | 'upload' | 'message' | 'payment';

/** An operation of a member that may be repeated until it is acknowledged. */
export interface Operation {
  readonly kind: OperationKind;
  /** Part of the created item's content or name, or the ID of the liked post. */
  readonly id: string;
  readonly member: LoadMember;
  /** Whether a response or frame has confirmed that the operation succeeded. */
  acknowledged: boolean;
  /** The IDs of the operation's payments. A repeated payment can create a second PaymentIntent. */
  readonly paymentIds: string[];
  /** Performs the operation. A repeated call resumes or repeats it, as a page does. Throws if it fails. */
  perform(): Promise<void>;
}

/** Dependencies of operations. */
interface OperationContext {
  readonly config: () => RuntimeConfig;
  /** Returns the ID of a post that this member hasn't liked. */
  readonly takePostToLike: (member: LoadMember) => string;
}

/** Time between two reads of a payment's credit, in milliseconds. */
const CREDIT_POLL_MS = 100;

/** How often a payment's credit is read before the payment counts as failed. */
const MAX_CREDIT_READS = WAIT_TIMEOUT_MS / CREDIT_POLL_MS;

/** A purchase of 100 metres for 100 cents. */
const PURCHASE = { amount: 100, depth: 100 } as const;

/** Creates an operation that hasn't been performed. */
export function createOperation(kind: OperationKind, member: LoadMember, context: OperationContext): Operation {
  const uuid = randomUUID();
  const { session } = member;
  const paymentIds: string[] = [];
  const likedPostId = kind === 'like' ? context.takePostToLike(member) : '';

  const performers: Readonly<Record<OperationKind, () => Promise<void>>> = {
    async post() {
      await session.call(contract.posts.create, { content: uuid, idempotencyKey: uuid });
    },
    async like() {
      await session.call(contract.posts.like, { postId: likedPostId });
    },
    upload: createUpload(session, uuid),
    message: () => sendMessage(member, uuid, context.config()),
    payment: () => payByCard(member, uuid, paymentIds, () => context.config()),
  };
  const id = kind === 'like' ? likedPostId : uuid;

  return { kind, id, member, acknowledged: false, paymentIds, perform: performers[kind] };
}

/** Returns a function that uploads and records a file with this text. A repeated call first tries only to record it. */
function createUpload(session: DemoSession, text: string): () => Promise<void> {
  let uploadGrant: Response<typeof contract.files.upload> | undefined;

  return async () => {
    if (uploadGrant && (await saveMetadata(session, uploadGrant.fileId))) return;

    // If an earlier call received a URL, nothing is stored under it, so a repeated call requests a new one.
    const bytes = new TextEncoder().encode(`${text}\n`.repeat(2000));
    const checksum = await computeChecksum(bytes);
    const file = { fileName: `${text}.txt`, fileType: 'text/plain', fileSize: bytes.length, checksum };
    uploadGrant = await session.call(contract.files.upload, file);

    const { presignedUrl, headers } = uploadGrant;
    const { status } = await fetch(presignedUrl, { method: 'PUT', headers, body: bytes });
    if (status !== 200) throw new Error(`The upload returned ${status}.`);
    if (!(await saveMetadata(session, uploadGrant.fileId))) throw new Error('The uploaded file is not stored.');
  };
}

/** Records an uploaded file. Returns false if its bytes aren't stored. */
async function saveMetadata(session: DemoSession, fileId: string): Promise<boolean> {
  try {
    await session.call(contract.files.saveMetadata, { fileId });
    return true;
  } catch (error) {
    if (String(error).includes('"FileNotStored"')) return false;
    throw error;
  }
}

/**
 * Buys depth and waits for the credit, unless an earlier call was credited. Adds the ID of a new PaymentIntent to
 * `paymentIds`.
 */
async function payByCard(
  { session }: LoadMember,
  idempotencyKey: string,
  paymentIds: string[],
  config: () => RuntimeConfig,
): Promise<void> {
  const isCredited = async () => (await readCredits(session)).some((id) => paymentIds.includes(id));
  if (await isCredited()) return;

  const intent = await session.call(contract.payments.createPaymentIntent, { ...PURCHASE, idempotencyKey });
  if (!paymentIds.includes(intent.paymentIntentId)) paymentIds.push(intent.paymentIntentId);
  await confirmCard(config(), intent);

  for (let attempt = 0; !(await isCredited()); attempt++) {
    if (attempt === MAX_CREDIT_READS) throw new Error('The payment was not credited in time.');
    await pause(CREDIT_POLL_MS);
  }
}

/** Confirms a PaymentIntent with a test card, unless it has succeeded. */
async function confirmCard(config: RuntimeConfig, intent: { paymentIntentId: string; clientSecret: string }) {
  const { scriptUrl, publishableKey } = config.stripe!;
  const url = new URL(`/v1/payment_intents/${intent.paymentIntentId}`, scriptUrl);
  const headers = { authorization: `Bearer ${publishableKey}` };

  const statusResponse = await fetch(`${url}?client_secret=${intent.clientSecret}`, { headers });
  if (((await statusResponse.json()) as { status?: string }).status === 'succeeded') return;

  const body = new URLSearchParams({ client_secret: intent.clientSecret, payment_method: 'pm_card_visa' });
  const confirmResponse = await fetch(`${url}/confirm`, { method: 'POST', headers, body });
  if (!confirmResponse.ok) {
    throw new Error(`Stripe returned ${confirmResponse.status}: ${await confirmResponse.text()}`);
  }
}

/**
 * Sends a message on a new socket, with the ID as its text. Rejects if the message is refused, or if the socket closes
 * before it is confirmed.
 */
async function sendMessage({ session, partner }: LoadMember, id: string, config: RuntimeConfig): Promise<void> {
  const { ticket } = await session.call(contract.sockets.ticket, {});

  await new Promise<void>((resolve, reject) => {
    const socket = new WebSocket(`${config.socketUrl}?ticket=${encodeURIComponent(ticket)}`);
    const frame = { action: 'sendMessage', clientMessageId: id, recipientId: partner.userId, content: id };

    socket.onopen = () => socket.send(JSON.stringify(frame));
    socket.onclose = () => reject(new Error('The socket closed before the message was confirmed.'));
    socket.onmessage = ({ data }) => {
      const response: ServerFrame = JSON.parse(String(data));
      if (response.type === 'error') reject(new Error(`The message failed: ${data}`));
      if (response.type === 'sent' && response.message.clientMessageId === id) resolve();
      if (response.type === 'error' || response.type === 'sent') socket.close();
    };
  });
}
