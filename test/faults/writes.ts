import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { expect } from 'vitest';
import type { LocalCloud } from '../../infra/local/cloud.ts';
import { contract } from '../../shared/contract/contract.ts';
import { transientErrors } from '../../shared/contract/error-codes.ts';
import type { ClientFrame } from '../../shared/contract/socket.ts';
import { formatDollars } from '../../shared/depth/prices.ts';
import { confirmCard } from '../support/card.ts';
import { Member, sendRequest } from '../support/member.ts';
import { createPng } from '../support/sample-files.ts';
import { MemberSocket } from '../support/socket.ts';
import { EVENT_TIMEOUT, readLedger } from './fault-cloud.ts';

/** The result of a request or a frame. `status` is 200 unless it was rejected. */
interface WriteResponse {
  readonly status: number;
  readonly code?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** A write that is ready to be sent, once or repeatedly. */
interface PreparedWrite {
  /** Sends the write. A repeated call sends the same request, like a page that retries. */
  send(): Promise<WriteResponse>;
  /** Reads what members see of the write. */
  readEffect(): Promise<unknown>;
  /** What members see after the write. */
  readonly effect: unknown;
}

/** A write whose faults are tested. */
export interface Write {
  readonly name: string;
  /** Whether a repeated request gets 404, because the first one has deleted the item. */
  readonly canBeGone?: true;
  /** Creates new items that the write needs. */
  prepare(): Promise<PreparedWrite>;
}

/**
 * Checks that a response is a success, or an error after which the client may repeat the request. If a function times
 * out because it waits between its retries, API Gateway returns 503 without a code.
 */
export function expectSuccessOrTransientError(response: WriteResponse, context: string): void {
  const timedOut = response.status === 503 && response.code === undefined;
  if (response.status !== 200 && !timedOut) expectTransientError(response, context);
}

/** Checks that a response tells the client to repeat the request after some seconds. */
export function expectTransientError({ status, code, retryAfterSeconds }: WriteResponse, context: string): void {
  expect(status, context).toBe(503);
  expect(transientErrors, context).toContain(code);
  expect(retryAfterSeconds, context).toBeGreaterThan(0);
}

/** The two members whose writes are tested. Both are at 0 m, or rise by what they write. */
interface WriteMembers {
  readonly author: Member;
  readonly partner: Member;
}

async function registerPair(): Promise<WriteMembers> {
  const [author, partner] = await Promise.all([Member.register(), Member.register()]);
  await Promise.all([author.getDepth(), partner.getDepth()]);
  return { author, partner };
}

/** Returns a member's post as its author sees it. */
async function findPost(author: Member, postId: string) {
  const { body } = await author.call(contract.posts.listOfMember, { userId: author.userId, limit: 50 });
  return body.posts.find(({ id }) => id === postId);
}

/** Converts a response of the API. */
export function toWriteResponse({ status, headers, body }: Awaited<ReturnType<typeof sendRequest>>): WriteResponse {
  const seconds = headers.get('retry-after');
  return { status, code: body.code, retryAfterSeconds: seconds === null ? undefined : Number(seconds) };
}

/** Returns the writes of members, with functions that send them to this cloud. */
export async function prepareWrites(cloud: LocalCloud): Promise<readonly Write[]> {
  const members = await registerPair();
  const { author, partner } = members;
  const stripe = cloud.payments.stripe!;
  const paypal = cloud.payments.paypal!;
  const publish = async (content = 'Calm seas') => (await author.call(contract.posts.create, { content })).body.post.id;

  return [
    {
      name: 'PUT /files/save-metadata',
      async prepare() {
        const member = await Member.register();
        await member.getDepth();
        cloud.faults.dropNotifications = true;
        const fileId = await member.storeFile('reef.png', 'image/png', createPng(80_000));
        return {
          send: async () => toWriteResponse(await member.call(contract.files.saveMetadata, { fileId })),
          async readEffect() {
            const { body } = await member.call(contract.files.listOfMember, { userId: member.userId });
            return [body.files.map(({ fileName }) => fileName), (await readLedger(member)).length];
          },
          effect: [['reef.png'], 1],
        };
      },
    },
    {
      name: 'DELETE /files',
      canBeGone: true,
      async prepare() {
        const member = await Member.register();
        await member.getDepth();
        cloud.faults.dropNotifications = true;
        const { key: fileId } = await member.upload('reef.png', 'image/png', createPng(5000));
        return {
          send: async () => toWriteResponse(await member.call(contract.files.delete, { fileId })),
          async readEffect() {
            const { body } = await member.call(contract.files.listOfMember, { userId: member.userId });
            return [body.files, await member.getDepth(), (await readLedger(member)).length];
          },
          effect: [[], 0, 2],
        };
      },
    },
    {
      name: 'PUT /posts/{postId}/like',
      async prepare() {
        const postId = await publish();
        return {
          send: async () => toWriteResponse(await partner.call(contract.posts.like, { postId })),
          readEffect: async () => (await findPost(author, postId))?.likeCount,
          effect: 1,
        };
      },
    },
    {
      name: 'PUT /users/{userId}/follow',
      async prepare() {
        await author.call(contract.users.unfollow, { userId: partner.userId });
        return {
          send: async () => toWriteResponse(await author.call(contract.users.follow, { userId: partner.userId })),
          async readEffect() {
            const { body } = await partner.call(contract.account.me, {});
            const followers = await partner.call(contract.users.followers, { userId: partner.userId });
            return [body.profile.followersCount, followers.body.users.map(({ id }) => id)];
          },
          effect: [1, [author.userId]],
        };
      },
    },
    {
      name: 'POST /posts',
      async prepare() {
        const content = randomUUID();
        const request = { content, idempotencyKey: content };
        return {
          send: async () => toWriteResponse(await author.call(contract.posts.create, request)),
          async readEffect() {
            const { body } = await author.call(contract.posts.listOfMember, { userId: author.userId, limit: 50 });
            return body.posts.filter((post) => post.content === content).length;
          },
          effect: 1,
        };
      },
    },
    {
      name: 'DELETE /posts/{postId}',
      canBeGone: true,
      async prepare() {
        const postId = await publish();
        return {
          send: async () => toWriteResponse(await author.call(contract.posts.delete, { postId })),
          readEffect: async () => (await findPost(author, postId)) === undefined,
          effect: true,
        };
      },
    },
    {
      name: 'POST /posts/{postId}/comments',
      async prepare() {
        const postId = await publish();
        const request = { postId, text: 'Deep', idempotencyKey: randomUUID() };
        return {
          send: async () => toWriteResponse(await partner.call(contract.posts.addComment, request)),
          readEffect: () => readComments(author, postId),
          effect: [1, 'Deep', ['Deep']],
        };
      },
    },
    {
      name: 'DELETE /posts/{postId}/comments/{commentId}',
      canBeGone: true,
      async prepare() {
        const postId = await publish();
        await author.call(contract.posts.addComment, { postId, text: 'First' });
        const { body } = await partner.call(contract.posts.addComment, { postId, text: 'Second' });
        const address = { postId, commentId: body.comment.id };
        return {
          send: async () => toWriteResponse(await partner.call(contract.posts.deleteComment, address)),
          readEffect: () => readComments(author, postId),
          effect: [1, 'First', ['First']],
        };
      },
    },
    ...(await prepareSocketWrites(cloud)),
    {
      name: 'POST /stripe/webhook',
      async prepare() {
        const member = await Member.register();
        await member.getDepth();
        stripe.faults.dropWebhooks = true;
        const { body } = await member.call(contract.payments.createPaymentIntent, { amount: 100, depth: 100 });
        await confirmCard(cloud.config, body);
        const event = stripe.events.find(
          ({ type, objectId }) => type === 'payment_intent.succeeded' && objectId === body.paymentIntentId,
        )!;
        return {
          send: async () => toWriteResponse(await sendStripeEvent(event.body, stripe.webhookSecret)),
          readEffect: async () => [await member.getDepth(), (await readLedger(member)).map(({ change }) => change)],
          effect: [100, [100]],
        };
      },
    },
    {
      name: 'POST /paypal/process-purchase',
      async prepare() {
        const member = await Member.register();
        await member.getDepth();
        paypal.faults.dropWebhooks = true;
        const purchase = { depth: 100, amount: formatDollars(100) };
        const { orderId } = (await member.call(contract.payments.createOrder, purchase)).body;
        paypal.approve(orderId);
        return {
          send: async () =>
            toWriteResponse(await member.call(contract.payments.processPurchase, { ...purchase, orderId })),
          readEffect: async () => [await member.getDepth(), (await readLedger(member)).map(({ change }) => change)],
          effect: [100, [100]],
        };
      },
    },
    {
      name: 'DELETE /users/delete',
      async prepare() {
        const [member, friend] = await Promise.all([Member.register(), Member.register()]);
        await friend.getDepth();
        await member.call(contract.users.follow, { userId: friend.userId });
        const postId = await publish();
        await member.call(contract.posts.like, { postId });
        await member.call(contract.posts.addComment, { postId, text: 'Farewell' });
        return {
          send: async () => toWriteResponse(await member.call(contract.account.deleteAccount, {})),
          async readEffect() {
            await cloud.runSchedule('PurgeJob/Schedule');
            const { body } = await friend.call(contract.account.me, {});
            const post = await findPost(author, postId);
            return [
              post?.likeCount,
              await readComments(author, postId),
              body.profile.followersCount,
              (await member.call(contract.account.me, {})).status,
            ];
          },
          effect: [0, [0, undefined, []], 0, 401],
        };
      },
    },
  ];
}

/** Signs an event, like Stripe before each attempt, and sends it to the webhook. The time is in seconds since 1970. */
export function sendStripeEvent(payload: string, secret: string, timestamp = Math.floor(Date.now() / 1000)) {
  const { webhooks } = new Stripe('sk_test_unused');
  const signature = webhooks.generateTestHeaderString({ payload, secret, timestamp });
  return sendRequest('POST', '/stripe/webhook', { body: payload, headers: { 'stripe-signature': signature } });
}

async function readComments(author: Member, postId: string) {
  const post = await findPost(author, postId);
  const { body } = await author.call(contract.posts.listComments, { postId });
  return [post?.commentCount, post?.newestComment?.text, body.comments.map(({ text }) => text)];
}

/** Returns the writes that are frames. Each has its own conversation. */
async function prepareSocketWrites(cloud: LocalCloud): Promise<readonly Write[]> {
  const [sending, reading] = await Promise.all([openConversation(cloud), openConversation(cloud)]);
  return [
    {
      name: 'sendMessage',
      async prepare() {
        const { author, partner, authorSocket, partnerSocket } = sending;
        const content = randomUUID();
        const frame = {
          action: 'sendMessage',
          recipientId: partner.userId,
          clientMessageId: content,
          content,
        } as const;
        return {
          send: () => sendFrame(cloud, 'messages-socket-send-message', authorSocket, frame),
          async readEffect() {
            const { messages } = await readConversation(author, partner);
            const { message } = await partnerSocket.nextFrame('message', (one) => one.message.content === content);
            return messages.filter((one) => one.content === content).map(({ id }) => id === message.id);
          },
          effect: [true],
        };
      },
    },
    {
      name: 'markRead',
      async prepare() {
        const { author, partner, authorSocket, partnerSocket } = reading;
        const { id } = await authorSocket.sendMessage(partner, 'Read this');
        const frame = { action: 'markRead', userId: author.userId, messageId: id } as const;
        return {
          send: () => sendFrame(cloud, 'messages-socket-mark-read', partnerSocket, frame),
          async readEffect() {
            const { body } = await partner.call(contract.messages.conversations, {});
            return [(await readConversation(author, partner)).read.other === id, body.unreadTotal];
          },
          effect: [true, 0],
        };
      },
    },
  ];
}

async function openConversation(cloud: LocalCloud) {
  const members = await registerPair();
  const open = (member: Member) => MemberSocket.open(member, cloud.config.socketUrl);
  const [authorSocket, partnerSocket] = await Promise.all([open(members.author), open(members.partner)]);
  return { ...members, authorSocket, partnerSocket };
}

async function readConversation(reader: Member, other: Member) {
  return (await reader.call(contract.messages.conversation, { userId: other.userId, limit: 100 })).body;
}

/** Sends a frame, waits until its function has ended, and returns its error frame as a response. */
async function sendFrame(
  cloud: LocalCloud,
  label: string,
  socket: MemberSocket,
  frame: ClientFrame,
): Promise<WriteResponse> {
  const findLatestRun = () => cloud.functions.logLines(label).findLast((line) => line.includes('"message":"frame"'));
  const [earlierRun, received] = [findLatestRun(), socket.frames.length];
  socket.send(frame);
  await expect.poll(findLatestRun, EVENT_TIMEOUT).not.toBe(earlierRun);
  if (!findLatestRun()?.includes('"refused":true')) return { status: 200 };
  const findError = () => socket.frames.slice(received).find((one) => one.type === 'error');
  await expect.poll(findError, EVENT_TIMEOUT).toBeDefined();
  const { code, retryAfterSeconds } = findError()!;
  return { status: 503, code, retryAfterSeconds };
}
