/** Concurrent changes of a depth: contributions, uploads, deletions, and payments. Each must count once. */
import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import { computeDepth, toMetres } from '../../shared/rules/depth.ts';
import { MULTIPART_PART_BYTES, MULTIPART_THRESHOLD_BYTES, TEST_CONTRIBUTION_BYTES } from '../../shared/rules/limits.ts';
import { computeChecksum } from '../../shared/upload/checksum.ts';
import { confirmCard } from '../support/card.ts';
import { Member, storeBytes } from '../support/member.ts';
import { createPng } from '../support/sample-files.ts';
import { RACERS, type RacedResponse, race, tally } from './support/parallel.ts';

const { account, files, payments } = contract;
const { config, unsupported } = inject('target');

/** The tally of a race in which every request succeeds. */
const ALL_SUCCEEDED = { '200': RACERS };
const png = createPng(40_000);

/** Returns the depth of a member with these contributions and no purchases, in metres. */
const metresFor = (contributedBytes: number) => toMetres(computeDepth({ contributedBytes, purchasedCm: 0 }));

const readLog = async (member: Member) => (await member.call(account.depthLog, { limit: 100 })).body.entries;

const readFiles = async (member: Member) =>
  (await member.call(files.listOfMember, { userId: member.userId, limit: 50 })).body.files;

/** Expects that the depth is the sum of the log, and that the log credits each byte of the stored files once. */
async function expectConsistentDepth(member: Member): Promise<void> {
  const [depth, log, storedFiles] = await Promise.all([member.getDepth(), readLog(member), readFiles(member)]);
  const bytes = log.reduce((sum, entry) => sum + entry.bytes, 0);

  expect(bytes).toBe(storedFiles.reduce((sum, { size }) => sum + size, 0));
  expect(depth).toBe(metresFor(bytes));
}

/** Starts a multipart upload of a text, and stores all its parts. */
async function storeParts(member: Member, bytes: Buffer) {
  const startRequest = { fileName: 'a.txt', fileType: 'text/plain', fileSize: bytes.length };
  const { fileId, uploadId } = (await member.call(files.startMultipart, startRequest)).body;

  for (let start = 0, partNumber = 1; start < bytes.length; start += MULTIPART_PART_BYTES, partNumber += 1) {
    const part = bytes.subarray(start, start + MULTIPART_PART_BYTES);
    const checksum = await computeChecksum(new Uint8Array(part));
    const parts = [{ partNumber, size: part.length, checksum }];
    const signResponse = await member.call(files.signParts, { fileId, uploadId, parts });
    const { url: presignedUrl, headers } = signResponse.body.urls[0]!;
    await storeBytes({ presignedUrl, headers }, part);
  }

  return { fileId, uploadId };
}

const paypalOrigin = config.paypal && new URL(config.paypal.sdkBaseUrl).origin;

/** Only the local PayPal's page can be operated without a browser and a buyer's account. */
const isLocalPayPal = paypalOrigin !== undefined && !paypalOrigin.endsWith('paypal.com');

/** Approves an order as the buyer does on the local PayPal's page. */
async function approveLocally(orderId: string): Promise<void> {
  const response = await fetch(`${paypalOrigin}/checkoutnow/approve?token=${orderId}`, {
    method: 'POST',
    headers: { origin: paypalOrigin! },
  });
  expect(response.status).toBe(200);
}

describe('test contributions', () => {
  it('counts concurrent contributions with one idempotency key once', async () => {
    const member = await Member.register();
    const idempotencyKey = randomUUID();

    const responses = await race(() => member.call(account.testContribution, { idempotencyKey }));

    expect(tally(responses)).toEqual(ALL_SUCCEEDED);
    expect(await member.getDepth()).toBe(metresFor(TEST_CONTRIBUTION_BYTES));
    expect(await readLog(member)).toHaveLength(1);
  });

  it('counts all contributions, each from the depth after the previous contribution', async () => {
    const member = await Member.register();

    const responses = await race(() => member.call(account.testContribution, {}));
    expect(tally(responses)).toEqual(ALL_SUCCEEDED);
    expect(await member.getDepth()).toBe(metresFor(RACERS * TEST_CONTRIBUTION_BYTES));

    const depths = (await readLog(member)).map(({ depthAfter }) => depthAfter);
    expect(depths).toEqual(Array.from(depths, (_, index) => metresFor((RACERS - index) * TEST_CONTRIBUTION_BYTES)));
  });
});

describe('uploads', () => {
  it('credits concurrent recordings of an upload once, and debits concurrent deletions once', async () => {
    const member = await Member.register();
    const fileId = await member.storeFile('once.png', 'image/png', png);

    expect(tally(await race(() => member.call(files.saveMetadata, { fileId })))).toEqual(ALL_SUCCEEDED);
    expect(await member.getDepth()).toBe(metresFor(png.length));
    expect(await readFiles(member)).toHaveLength(1);

    const deletionTally = tally(await race(() => member.call(files.delete, { fileId })));
    expect(deletionTally['200']).toBeGreaterThan(0);
    expect(Object.keys(deletionTally).filter((outcome) => !['200', '404 NotFound'].includes(outcome))).toEqual([]);
    expect(await member.getDepth()).toBe(0);
    expect(await readLog(member)).toHaveLength(2);
  });

  it('keeps depth and files consistent when uploads are recorded and deleted concurrently', async () => {
    const member = await Member.register();
    const fileId = await member.storeFile('both.png', 'image/png', png);

    await race<RacedResponse>((racer) =>
      racer % 2 ? member.call(files.saveMetadata, { fileId }) : member.call(files.delete, { fileId }),
    );

    await expectConsistentDepth(member);
  });

  it('credits all concurrent uploads of many files', async () => {
    const member = await Member.register();
    await race((racer) => member.upload(`${racer}.png`, 'image/png', createPng(1000, racer + 1)), 10);

    expect(await readFiles(member)).toHaveLength(10);
    await expectConsistentDepth(member);
  });

  it('assembles and credits an upload in parts once', async () => {
    const member = await Member.register();
    const bytes = Buffer.alloc(MULTIPART_THRESHOLD_BYTES + 1, 'deep ');
    const fileSize = bytes.length;
    const { fileId, uploadId } = await storeParts(member, bytes);

    const completions = await race(() => member.call(files.completeMultipart, { fileId, uploadId, fileSize }));
    expect(tally(completions)).toEqual(ALL_SUCCEEDED);
    expect(tally(await race(() => member.call(files.saveMetadata, { fileId })))).toEqual(ALL_SUCCEEDED);
    expect(await readLog(member)).toHaveLength(1);
    await expectConsistentDepth(member);
  });

  it('counts every concurrent view, and the concurrent likes of one member once', async () => {
    const [owner, viewer] = await Promise.all([Member.register(), Member.register()]);
    const { key: fileId } = await owner.upload('seen.png', 'image/png', png);

    expect(tally(await race(() => viewer.call(files.view, { fileId })))).toEqual(ALL_SUCCEEDED);
    expect(tally(await race(() => viewer.call(files.like, { fileId })))).toEqual(ALL_SUCCEEDED);
    expect((await readFiles(owner))[0]).toMatchObject({ views: RACERS, likeCount: 1 });
  });
});

describe.skipIf(unsupported.cards)('card payments', () => {
  it('creates one payment for one idempotency key, and credits it once after many confirmations', async () => {
    const payer = await Member.register();
    const request = { amount: 100, depth: 100, idempotencyKey: randomUUID() };

    const responses = await race(() => payer.call(payments.createPaymentIntent, request));

    expect(tally(responses)).toEqual(ALL_SUCCEEDED);
    expect(new Set(responses.map(({ body }) => body.paymentIntentId)).size).toBe(1);

    await race(() => confirmCard(config, responses[0]!.body), 10);
    await expect.poll(() => payer.getDepth()).toBe(100);
    expect((await readLog(payer)).map(({ payment }) => payment?.cents)).toEqual([100]);
  });
});

describe.skipIf(unsupported.paypal)('PayPal orders', () => {
  const purchase = { amount: '1.00', depth: 100 };

  it('creates one order for one idempotency key, which no member can capture before its approval', async () => {
    const [payer, thief] = await Promise.all([Member.register(), Member.register()]);
    const request = { ...purchase, idempotencyKey: randomUUID() };

    const responses = await race(() => payer.call(payments.createOrder, request));
    expect(tally(responses)).toEqual(ALL_SUCCEEDED);

    const orderIds = new Set(responses.map(({ body }) => body.orderId));
    expect(orderIds.size).toBe(1);
    const [orderId] = orderIds;

    const captures = await race((racer) =>
      (racer % 2 ? payer : thief).call(payments.processPurchase, { ...purchase, orderId: orderId! }),
    );
    expect(tally(captures)).toEqual({ '409 OrderNotApproved': RACERS / 2, '404 OrderNotFound': RACERS / 2 });
    expect([await payer.getDepth(), await thief.getDepth()]).toEqual([0, 0]);
  });

  it.skipIf(!isLocalPayPal)('credits a PayPal order once when it is captured concurrently', async () => {
    const payer = await Member.register();
    const { orderId } = (await payer.call(payments.createOrder, purchase)).body;
    await approveLocally(orderId);

    const captures = await race(() => payer.call(payments.processPurchase, { ...purchase, orderId }));

    expect(tally(captures)).toEqual(ALL_SUCCEEDED);
    expect(await payer.getDepth()).toBe(100);
    expect((await readLog(payer)).map(({ payment }) => payment?.cents)).toEqual([100]);
  });
});
