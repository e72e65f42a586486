import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import type { LocalCloud } from '../../infra/local/cloud.ts';
import { contract } from '../../shared/contract/contract.ts';
import { formatDollars } from '../../shared/rules/prices.ts';
import { sendRequest } from '../support/api-request.ts';
import { confirmCard } from '../support/card.ts';
import { Member } from '../support/member.ts';
import { createPng } from '../support/sample-files.ts';
import { readLedger } from './fault-cloud.ts';
import { prepareSocketWrites } from './socket-writes.ts';
import { type MemberPair, registerPair, type Write, type WriteResponse } from './write.ts';

/** Returns one case for each write of the API and of sockets. The cases send their writes to this cloud. */
export async function prepareWrites(cloud: LocalCloud): Promise<readonly Write[]> {
  const pair = await registerPair();

  return [
    ...listFileWrites(cloud),
    ...listPostWrites(pair),
    ...listCommentWrites(pair),
    ...(await prepareSocketWrites(cloud)),
    ...listPaymentWrites(cloud),
    ...listMemberWrites(cloud, pair),
  ];
}

/** Returns the writes of files. */
function listFileWrites(cloud: LocalCloud): readonly Write[] {
  return [
    {
      name: 'PUT /files/save-metadata',
      async prepare() {
        const member = await Member.register();
        await member.ensureProfile();
        cloud.faults.dropNotifications = true;
        const fileId = await member.storeFile('reef.png', 'image/png', createPng(80_000));

        return {
          send: async () => toWriteResponse(await member.call(contract.files.saveMetadata, { fileId })),
          async readEffect() {
            const { body } = await member.call(contract.files.listOfMember, { userId: member.userId });
            return [body.files.map(({ fileName }) => fileName), (await readLedger(member)).length];
          },
          // The file, and one ledger entry.
          effect: [['reef.png'], 1],
        };
      },
    },
    {
      name: 'PATCH /files',
      async prepare() {
        const member = await Member.register();
        const { key: fileId } = await member.upload('reef.png', 'image/png', createPng(5000));
        const texts = { fileName: 'coral.png', description: 'At noon' };

        return {
          send: async () => toWriteResponse(await member.call(contract.files.edit, { fileId, ...texts })),
          async readEffect() {
            const { body } = await member.call(contract.files.list, { q: 'coral' });
            return body.files.flatMap(({ key, description }) => (key === fileId ? [description] : []));
          },
          effect: ['At noon'],
        };
      },
    },
    {
      name: 'DELETE /files',
      canBeGone: true,
      async prepare() {
        const member = await Member.register();
        await member.ensureProfile();
        cloud.faults.dropNotifications = true;
        const { key: fileId } = await member.upload('reef.png', 'image/png', createPng(5000));

        return {
          send: async () => toWriteResponse(await member.call(contract.files.delete, { fileId })),
          async readEffect() {
            const { body } = await member.call(contract.files.listOfMember, { userId: member.userId });
            return [body.files, await member.getDepth(), (await readLedger(member)).length];
          },
          // No file, no depth, and two ledger entries: the credit and its reversal.
          effect: [[], 0, 2],
        };
      },
    },
  ];
}

/** Returns the writes of posts. */
function listPostWrites({ author, partner }: MemberPair): readonly Write[] {
  return [
    {
      name: 'PUT /posts/{postId}/like',
      async prepare() {
        const postId = await publishPost(author);

        return {
          send: async () => toWriteResponse(await partner.call(contract.posts.like, { postId })),
          readEffect: async () => (await findPost(author, postId))?.likeCount,
          effect: 1,
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
        const postId = await publishPost(author);

        return {
          send: async () => toWriteResponse(await author.call(contract.posts.delete, { postId })),
          readEffect: async () => (await findPost(author, postId)) === undefined,
          effect: true,
        };
      },
    },
  ];
}

/** Returns the writes of comments. */
function listCommentWrites({ author, partner }: MemberPair): readonly Write[] {
  return [
    {
      name: 'POST /posts/{postId}/comments',
      async prepare() {
        const postId = await publishPost(author);
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
        const postId = await publishPost(author);
        await author.call(contract.posts.addComment, { postId, text: 'First' });
        const { body } = await partner.call(contract.posts.addComment, { postId, text: 'Second' });
        const ids = { postId, commentId: body.comment.id };

        return {
          send: async () => toWriteResponse(await partner.call(contract.posts.deleteComment, ids)),
          readEffect: () => readComments(author, postId),
          effect: [1, 'First', ['First']],
        };
      },
    },
  ];
}

/** Returns the writes that credit a payment of $1, which buys 100 m. Their effect is the depth and the ledger. */
function listPaymentWrites(cloud: LocalCloud): readonly Write[] {
  const stripe = cloud.payments.stripe!;
  const paypal = cloud.payments.paypal!;

  return [
    {
      name: 'POST /stripe/webhook',
      async prepare() {
        const member = await Member.register();
        await member.ensureProfile();
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
        await member.ensureProfile();
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
  ];
}

/** Returns the writes of follows and of accounts. */
function listMemberWrites(cloud: LocalCloud, { author, partner }: MemberPair): readonly Write[] {
  return [
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
      name: 'DELETE /users/delete',
      async prepare() {
        const [member, friend] = await Promise.all([Member.register(), Member.register()]);
        await friend.ensureProfile();
        await member.call(contract.users.follow, { userId: friend.userId });

        const postId = await publishPost(author);
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
          // No like, no comment, no follower, and a session that has ended.
          effect: [0, [0, undefined, []], 0, 401],
        };
      },
    },
  ];
}

/** Returns a member's post as its author sees it. */
async function findPost(author: Member, postId: string) {
  const { body } = await author.call(contract.posts.listOfMember, { userId: author.userId, limit: 50 });
  return body.posts.find(({ id }) => id === postId);
}

/** Returns the parts of an API response that fault tests check. */
export function toWriteResponse({ status, headers, body }: Awaited<ReturnType<typeof sendRequest>>): WriteResponse {
  const seconds = headers.get('retry-after');
  return { status, code: body.code, retryAfterSeconds: seconds === null ? undefined : Number(seconds) };
}

/** Publishes a post. Returns its ID. */
async function publishPost(author: Member): Promise<string> {
  return (await author.call(contract.posts.create, { content: 'Calm seas' })).body.post.id;
}

/** Signs an event, like Stripe before each attempt, and sends it to the webhook. The time is in seconds since 1970. */
export function sendStripeEvent(payload: string, secret: string, timestamp = Math.floor(Date.now() / 1000)) {
  const { webhooks } = new Stripe('sk_test_unused');
  const signature = webhooks.generateTestHeaderString({ payload, secret, timestamp });
  return sendRequest('POST', '/stripe/webhook', { body: payload, headers: { 'stripe-signature': signature } });
}

/** Returns the comment count, the newest comment, and all comments of a post. */
async function readComments(author: Member, postId: string) {
  const post = await findPost(author, postId);
  const { body } = await author.call(contract.posts.listComments, { postId });
  return [post?.commentCount, post?.newestComment?.text, body.comments.map(({ text }) => text)];
}
