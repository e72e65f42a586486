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

/** A member of the load. */
export interface LoadMember {
  readonly session: DemoSession;
  /** The member who receives their messages. */
  readonly partner: DemoSession;
}

/** What an operation creates once. Its ID is part of the created item. */
export type OperationKind = 'post' | 'like' | 'upload' | 'message' | 'payment';

/** One operation of a member. */
export interface Operation {
  readonly kind: OperationKind;
  readonly id: string;
  readonly member: LoadMember;
  /** Whether a response or frame has confirmed that the operation succeeded. */
  acknowledged: boolean;
  /** The IDs of the operation's payments. A repeated payment can have a second one. */
  readonly paymentIds: string[];
  /** Performs the operation. A repeated call continues or repeats it, like a page. Throws if it fails. */
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
const MAX_READS = WAIT_TIMEOUT_MS / CREDIT_POLL_MS;

/** 100 m for $1.00. */
const PURCHASE = { amount: 100, depth: 100 } as const;

/** Creates an operation that hasn't been performed. */
export function createOperation(kind: OperationKind, member: LoadMember, context: OperationContext): Operation {
  const uuid = randomUUID();
  const { session } = member;
  const paymentIds: string[] = [];
  const likedPost = kind === 'like' ? context.takePostToLike(member) : '';
  let upload: Response<typeof contract.files.upload> | undefined;
  const performers: Readonly<Record<OperationKind, () => Promise<void>>> = {
    async post() {
      await session.call(contract.posts.create, { content: uuid, idempotencyKey: uuid });
    },
    async like() {
      await session.call(contract.posts.like, { postId: likedPost });
    },
    async upload() {
      if (upload && (await saveMetadata(session, upload.fileId))) return;

      // Nothing is stored under an earlier URL, so a repeated call requests a new one.
      const bytes = new TextEncoder().encode(`${uuid}\n`.repeat(2000));
      const checksum = await computeChecksum(bytes);
      const file = { fileName: `${uuid}.txt`, fileType: 'text/plain', fileSize: bytes.length, checksum };
      upload = await session.call(contract.files.upload, file);

      const { presignedUrl, headers } = upload;
      const { status } = await fetch(presignedUrl, { method: 'PUT', headers, body: bytes });
      if (status !== 200) throw new Error(`The upload returned ${status}.`);
      if (!(await saveMetadata(session, upload.fileId))) throw new Error('The uploaded file is not stored.');
    },
    message: () => sendMessage(member, uuid, context.config()),
    async payment() {
      const isCredited = async () => (await readCredits(session)).some((id) => paymentIds.includes(id));
      if (await isCredited()) return;

      const intent = await session.call(contract.payments.createPaymentIntent, {
        ...PURCHASE,
        idempotencyKey: uuid,
      });
      if (!paymentIds.includes(intent.paymentIntentId)) paymentIds.push(intent.paymentIntentId);
      await confirmCard(context.config(), intent);

      for (let attempt = 0; !(await isCredited()); attempt++) {
        if (attempt === MAX_READS) throw new Error('The payment was not credited in time.');
        await pause(CREDIT_POLL_MS);
      }
    },
  };
  const id = kind === 'like' ? likedPost : uuid;

  return { kind, id, member, acknowledged: false, paymentIds, perform: performers[kind] };
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

/** Confirms a PaymentIntent with a test card, unless it has succeeded. */
async function confirmCard(config: RuntimeConfig, intent: { paymentIntentId: string; clientSecret: string }) {
  const { scriptUrl, publishableKey } = config.stripe!;
  const url = new URL(`/v1/payment_intents/${intent.paymentIntentId}`, scriptUrl);
  const headers = { authorization: `Bearer ${publishableKey}` };
  const statusResponse = await fetch(`${url}?client_secret=${intent.clientSecret}`, { headers });
  if (((await statusResponse.json()) as { status?: string }).status === 'succeeded') return;

  const body = new URLSearchParams({ client_secret: intent.clientSecret, payment_method: 'pm_card_visa' });
  const response = await fetch(`${url}/confirm`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`Stripe returned ${response.status}: ${await response.text()}`);
}

/** Sends a message on a new socket. Rejects if it is refused, or if the socket closes before it is confirmed. */
async function sendMessage({ session, partner }: LoadMember, content: string, config: RuntimeConfig): Promise<void> {
  const { ticket } = await session.call(contract.sockets.ticket, {});

  await new Promise<void>((resolve, reject) => {
    const socket = new WebSocket(`${config.socketUrl}?ticket=${encodeURIComponent(ticket)}`);
    const frame = { action: 'sendMessage', clientMessageId: content, recipientId: partner.userId, content };

    socket.onopen = () => socket.send(JSON.stringify(frame));
    socket.onclose = () => reject(new Error('The socket closed before the message was confirmed.'));
    socket.onmessage = ({ data }) => {
      const response: ServerFrame = JSON.parse(String(data));
      if (response.type === 'error') reject(new Error(`The message failed: ${data}`));
      if (response.type === 'sent' && response.message.clientMessageId === content) resolve();
      if (response.type === 'error' || response.type === 'sent') socket.close();
    };
  });
}
