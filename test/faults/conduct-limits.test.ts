/** Reaches each conduct limit: how often, or how much, a member may do something per minute, hour, or day of UTC. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Capability, type Contract, contract } from '../../shared/contract/contract.ts';
import { allowedAmount, type CountedLimit } from '../../shared/rules/conduct-limits.ts';
import { HOUR_MS } from '../../shared/rules/durations.ts';
import { BYTES_PER_MB } from '../../shared/rules/limits.ts';
import type { ApiResponse } from '../support/api-request.ts';
import { Member, PASSWORD } from '../support/member.ts';
import { MemberSocket } from '../support/socket.ts';
import { startFaultCloud } from './fault-cloud.ts';

/** The share of the usual limits, in percent. It allows one post a day, so that tests reach every limit in seconds. */
const PERCENT = 5;

const { config } = (await startFaultCloud({ context: { conductLimitPercent: String(PERCENT) } })).cloud;

/** How many messages these limits allow: 3. */
const MESSAGES_PER_MINUTE = allowedAmount('messages', 'new', PERCENT);

/** Names of the endpoints that count what members do. */
type LimitedEndpoint = {
  [C in Capability]: {
    [K in keyof Contract[C] & string]: Contract[C][K] extends {
      limit: { each: string } | { within: readonly string[] };
    }
      ? `${C}.${K}`
      : never;
  }[keyof Contract[C] & string];
}[Capability];

type Attempt = () => Promise<ApiResponse>;

interface LimitedRow {
  readonly limit: CountedLimit | 'storedBytes';
  /** Number of accepted attempts; the limit itself by default. */
  readonly acceptedCount?: number;
  /** Prepares the member and returns one attempt. Each attempt is a new request. */
  readonly prepare: (member: Member) => Attempt | Promise<Attempt>;
}

const author = await Member.register();
const { body: createResult } = await author.call(contract.posts.create, { content: 'Ahoy' });
const file = await author.upload('reef.txt', 'text/plain', Buffer.from('A reef at noon.'));
const otherMembers = await Promise.all(Array.from({ length: 4 }, () => Member.register()));
for (const member of otherMembers) await member.ensureProfile();

const textFile = { fileName: 'reef.txt', fileType: 'text/plain' };
const purchase = { amount: 100, depth: 100, packageName: '100m Depth Package' };

/** How to reach the limits of each endpoint. The compiler rejects an endpoint with a limit that is missing here. */
const ROWS_BY_ENDPOINT: Readonly<Record<LimitedEndpoint, readonly LimitedRow[] | { readonly coveredBy: string }>> = {
  'posts.create': [
    { limit: 'posts', prepare: (member) => () => member.call(contract.posts.create, { content: 'Ahoy' }) },
  ],
  'posts.addComment': [
    {
      limit: 'comments',
      prepare: (member) => () => member.call(contract.posts.addComment, { postId: createResult.post.id, text: 'Ahoy' }),
    },
  ],
  'posts.like': [
    {
      limit: 'likes',
      prepare: (member) => async () => {
        await member.call(contract.posts.unlike, { postId: createResult.post.id });
        return member.call(contract.posts.like, { postId: createResult.post.id });
      },
    },
  ],
  'files.like': [
    {
      limit: 'likes',
      prepare: async (member) => {
        await member.call(contract.account.testContribution, {});
        return async () => {
          await member.call(contract.files.like, { fileId: file.key, liked: false });
          return member.call(contract.files.like, { fileId: file.key, liked: true });
        };
      },
    },
  ],
  'users.follow': [
    {
      limit: 'follows',
      prepare: (member) => {
        const remainingMembers = otherMembers.values();
        return () => member.call(contract.users.follow, { userId: remainingMembers.next().value!.userId });
      },
    },
  ],
  'files.upload': [
    { limit: 'uploads', prepare: (member) => () => member.requestUpload(Buffer.from('A reef at noon.')) },
    {
      limit: 'uploadBytes',
      acceptedCount: 0,
      prepare: async (member) => {
        // The limit is 250 MB, 5 % of 5,000 MB. So this upload is accepted, and the next one is refused.
        await member.call(contract.files.startMultipart, { ...textFile, fileSize: 220 * BYTES_PER_MB });
        return () => member.requestUpload(Buffer.from('A reef.'), { fileSize: 40 * BYTES_PER_MB });
      },
    },
  ],
  'files.startMultipart': [
    {
      limit: 'uploads',
      prepare: (member) => () =>
        member.call(contract.files.startMultipart, { ...textFile, fileSize: 51 * BYTES_PER_MB }),
    },
    {
      limit: 'uploadBytes',
      acceptedCount: 1,
      prepare: (member) => () =>
        member.call(contract.files.startMultipart, { ...textFile, fileSize: 200 * BYTES_PER_MB }),
    },
  ],
  'files.edit': [
    {
      limit: 'fileEdits',
      prepare: async (member) => {
        const { key: fileId } = await member.upload('reef.txt', 'text/plain', Buffer.from('A reef at noon.'));
        return () => member.call(contract.files.edit, { fileId, description: 'A reef' });
      },
    },
  ],
  'files.saveMetadata': { coveredBy: 'lambdas/files/record-stored-file.test.ts, because it needs a full member' },
  'payments.createPaymentIntent': [
    { limit: 'payments', prepare: (member) => () => member.call(contract.payments.createPaymentIntent, purchase) },
  ],
  'payments.createOrder': [
    {
      limit: 'payments',
      prepare: (member) => () => member.call(contract.payments.createOrder, { ...purchase, amount: '1.00' }),
    },
  ],
  'account.updateProfile': [
    {
      limit: 'profileChanges',
      prepare: (member) => () => member.call(contract.account.updateProfile, { username: 'Mira' }),
    },
  ],
  'account.updatePhoto': [
    { limit: 'profileChanges', prepare: (member) => () => member.call(contract.account.updatePhoto, { photoUrl: '' }) },
  ],
  'credentials.changeEmail': [
    {
      limit: 'emailChanges',
      prepare: (member) => () =>
        member.call(contract.credentials.changeEmail, { email: `${randomUUID()}@fathom.example`, password: PASSWORD }),
    },
  ],
  'account.testContribution': [
    { limit: 'testContributions', prepare: (member) => () => member.call(contract.account.testContribution, {}) },
  ],
};

const testedRows = Object.entries(ROWS_BY_ENDPOINT).flatMap(([endpoint, rows]) =>
  'coveredBy' in rows ? [] : (rows as readonly LimitedRow[]).map((row) => [endpoint, row.limit, row] as const),
);

/** Counts the attempts until one is refused. If an hour of UTC ends in between, starts again with another member. */
async function countAccepted(prepare: LimitedRow['prepare']): Promise<{ acceptedCount: number; refusal: ApiResponse }> {
  const startHour = Math.floor(Date.now() / HOUR_MS);
  const attempt = await prepare(await Member.register());
  for (let acceptedCount = 0; ; acceptedCount += 1) {
    const response = await attempt();
    if (response.status === 200) continue;

    const isSameHour = Math.floor(Date.now() / HOUR_MS) === startHour;
    return isSameHour ? { acceptedCount, refusal: response } : countAccepted(prepare);
  }
}

/**
 * Runs a check within one minute of UTC. Repeats it if a minute ended during the check. Each run registers its own
 * members, because an interrupted run has already used part of the new minute's allowance.
 */
async function runWithinOneMinute<T>(run: () => Promise<T>): Promise<T> {
  const minute = Math.floor(Date.now() / 60_000);
  const result = await run();
  return Math.floor(Date.now() / 60_000) === minute ? result : runWithinOneMinute(run);
}

describe('limits by standing', () => {
  it.each(testedRows)('%s is refused beyond the limit of %s', async (_, limit, row) => {
    const { acceptedCount, refusal } = await countAccepted(row.prepare);
    expect(refusal).toMatchObject({ status: 429, body: { success: false, code: 'LimitReached' } });
    expect(acceptedCount).toBe(row.acceptedCount ?? allowedAmount(limit, 'new', PERCENT));
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refusal.body.error).toMatch(/which is the limit for new members\. You can .+ in (an?|\d+) \w+\.$/);
  });

  it('publishes exactly as many posts as allowed when all are sent concurrently', async () => {
    const member = await Member.register();
    await member.ensureProfile();

    // The limit of these tests is one post a day.
    const attempts = Array.from({ length: 10 }, () => member.call(contract.posts.create, { content: 'Ahoy' }));
    const codes = (await Promise.all(attempts)).map(({ status, body }) => body.code ?? status);
    expect(codes.toSorted()).toEqual([200, ...Array(9).fill('LimitReached')].toSorted());

    const { body } = await member.call(contract.posts.listOfMember, { userId: member.userId });
    expect(body.posts).toHaveLength(1);
  });

  it('returns the existing post for a repeated idempotency key after the limit is reached', async () => {
    const member = await Member.register();
    const request = { content: 'Ahoy', idempotencyKey: randomUUID() };
    const firstResponse = await member.call(contract.posts.create, request);
    expect((await member.call(contract.posts.create, { content: 'Again' })).status).toBe(429);

    const repeatedResponse = await member.call(contract.posts.create, request);
    expect(repeatedResponse).toMatchObject({ status: 200, body: { post: { id: firstResponse.body.post.id } } });
  });

  it('returns the same PaymentIntent for a repeated idempotency key after the limit is reached', async () => {
    const member = await Member.register();
    const request = { ...purchase, idempotencyKey: randomUUID() };
    const firstResponse = await member.call(contract.payments.createPaymentIntent, request);
    expect((await member.call(contract.payments.createPaymentIntent, purchase)).status).toBe(429);

    const repeatedResponse = await member.call(contract.payments.createPaymentIntent, request);
    expect(repeatedResponse).toMatchObject({
      status: 200,
      body: { paymentIntentId: firstResponse.body.paymentIntentId },
    });
  });

  it('refuses messages beyond the limit of a minute, and new conversations beyond that of a day', async () => {
    const { sentCount, messageError, conversationError } = await runWithinOneMinute(async () => {
      const sender = await Member.register();
      await sender.ensureProfile();
      const socket = await MemberSocket.open(sender, config.socketUrl);
      await socket.sendMessage(otherMembers[0]!, 'Ahoy');

      const conversationError = await socket.sendExpectingError({
        recipientId: otherMembers[1]!.userId,
        content: 'Ahoy',
      });
      // The first message counts, too.
      for (let count = 1; count < MESSAGES_PER_MINUTE; count += 1) await socket.sendMessage(otherMembers[0]!, 'Ahoy');
      const messageError = await socket.sendExpectingError({
        recipientId: otherMembers[0]!.userId,
        content: 'One more',
      });
      await socket.close();

      const sentCount = socket.frames.filter(({ type }) => type === 'sent').length;
      return { sentCount, messageError, conversationError };
    });

    expect(conversationError).toMatchObject({
      code: 'LimitReached',
      error: expect.stringContaining('You can start another in'),
    });
    expect(sentCount).toBe(MESSAGES_PER_MINUTE);
    expect(messageError).toMatchObject({ code: 'TooManyMessages', retryAfterSeconds: expect.any(Number) });
    expect(messageError.error).toMatch(
      new RegExp(`^You've sent ${MESSAGES_PER_MINUTE} messages this minute, which is the limit for new members\\. `),
    );
  });

  it('delivers no typing hints beyond the limit, and tells the sender when to continue', async () => {
    const { deliveredCount, refusal } = await runWithinOneMinute(async () => {
      const sender = await Member.register();
      const recipient = await Member.register();
      await Promise.all([sender.ensureProfile(), recipient.ensureProfile()]);

      const senderSocket = await MemberSocket.open(sender, config.socketUrl);
      const recipientSocket = await MemberSocket.open(recipient, config.socketUrl);
      await senderSocket.sendMessage(recipient, 'Ahoy');

      const countFrames = (socket: MemberSocket, type: string) =>
        socket.frames.filter((frame) => frame.type === type).length;
      const hintCount = 10;
      for (let hint = 0; hint < hintCount; hint += 1) {
        senderSocket.send({ action: 'typing', recipientId: recipient.userId });
      }
      await expect
        .poll(() => countFrames(recipientSocket, 'typing') + countFrames(senderSocket, 'error'))
        .toBe(hintCount);

      await Promise.all([senderSocket.close(), recipientSocket.close()]);
      const refusal = senderSocket.frames.find(({ type }) => type === 'error');
      return { deliveredCount: countFrames(recipientSocket, 'typing'), refusal };
    });

    expect(deliveredCount).toBeGreaterThan(0);
    expect(deliveredCount).toBeLessThanOrEqual(allowedAmount('typing', 'new', PERCENT));

    const retryAfterSeconds = expect.any(Number);
    expect(refusal).toMatchObject({ code: 'TooManyFrames', action: 'typing', retryAfterSeconds });
  });

  it('does not raise the limits of a member who has risen', async () => {
    const member = await Member.register();
    for (let step = 0; step < 3; step += 1) await member.call(contract.account.testContribution, {});

    expect((await member.call(contract.posts.create, { content: 'Ahoy' })).status).toBe(200);
    expect((await member.call(contract.posts.create, { content: 'Ahoy' })).status).toBe(429);
  });
});
