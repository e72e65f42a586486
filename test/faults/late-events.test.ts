/** Delivers the events of the bucket, Stripe, and PayPal late, repeatedly, and in any order. Each must count once. */
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../infra/local/seed/random.ts';
import { contract } from '../../shared/contract/contract.ts';
import { computeDepth, toMetres } from '../../shared/rules/depth.ts';
import { formatDollars } from '../../shared/rules/prices.ts';
import { confirmCard } from '../support/card.ts';
import { Member } from '../support/member.ts';
import { createPng } from '../support/sample-files.ts';
import { expectLedger, readLedger, startFaultCloud } from './fault-cloud.ts';
import { sendStripeEvent } from './writes.ts';

const { cloud } = await startFaultCloud();
const stripe = cloud.payments.stripe!;
const paypal = cloud.payments.paypal!;
stripe.faults.dropWebhooks = true;
paypal.faults.dropWebhooks = true;

const SEEDS = [1, 2, 3];
const HOUR_SECONDS = 3600;
const toDepth = (bytes: number) => toMetres(computeDepth({ contributedBytes: bytes, purchasedCm: 0 }));

/** Returns each item one to three times, in an order that depends only on the seed. */
function repeatAndShuffle<T>(items: readonly T[], seed: number): T[] {
  const random = createRandom(seed);
  return items
    .flatMap((item) => Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({ item, position: random() })))
    .sort((a, b) => a.position - b.position)
    .map(({ item }) => item);
}

interface BucketEvent {
  readonly Records: readonly { readonly s3: { readonly object: { readonly key: string } } }[];
}

/** The bucket's events, by the ID of the file. They are held here, so that tests decide when their function runs. */
const heldEvents = new Map<string, { readonly arn: string; readonly event: BucketEvent }>();
const invokeAsync = cloud.functions.invokeAsync.bind(cloud.functions);

cloud.functions.invokeAsync = (arn, event) => {
  const key = (event as Partial<BucketEvent>).Records?.[0]?.s3.object.key;
  if (key === undefined) invokeAsync(arn, event);
  else heldEvents.set(key.split('/').at(-1)!, { arn, event: event as BucketEvent });
};

/** Delivers the bucket's event about a file, and waits until its function has ended. */
async function deliverBucketEvent(fileId: string): Promise<void> {
  const { arn, event } = heldEvents.get(fileId)!;
  expect(await cloud.functions.invoke(arn, event)).toMatchObject({ ok: true });
}

const readFileNames = async (member: Member) =>
  (await member.call(contract.files.listOfMember, { userId: member.userId })).body.files
    .map(({ fileName }) => fileName)
    .sort();

describe("the bucket's events", () => {
  it.each(SEEDS)(
    'counts each upload once if events arrive repeatedly, in any order, and after save-metadata, with seed %i',
    async (seed) => {
      const member = await Member.register();
      const files: { fileId: string; size: number }[] = [];
      for (const number of [1, 2, 3, 4]) {
        const png = createPng(20_000 * number, number);
        files.push({ fileId: await member.storeFile(`${number}.png`, 'image/png', png), size: png.length });
      }

      await member.call(contract.files.saveMetadata, { fileId: files[0]!.fileId });
      for (const { fileId } of repeatAndShuffle(files, seed)) await deliverBucketEvent(fileId);
      await member.call(contract.files.saveMetadata, { fileId: files[1]!.fileId });

      expect(await readFileNames(member)).toEqual(['1.png', '2.png', '3.png', '4.png']);
      expect(await readLedger(member)).toHaveLength(4);
      expect(await member.getDepth()).toBeCloseTo(toDepth(files.reduce((sum, { size }) => sum + size, 0)), 6);
    },
  );

  it('counts an upload once when its events and requests arrive concurrently', async () => {
    const member = await Member.register();
    const png = createPng(80_000);
    const fileId = await member.storeFile('reef.png', 'image/png', png);

    await Promise.all([
      ...Array.from({ length: 5 }, () => deliverBucketEvent(fileId)),
      ...Array.from({ length: 5 }, () => member.call(contract.files.saveMetadata, { fileId })),
    ]);

    await expectLedger(member, [toDepth(png.length)]);
  });

  it('restores nothing if an event arrives after the file was deleted', async () => {
    const member = await Member.register();
    const { key } = await member.upload('reef.png', 'image/png', createPng(80_000));
    await member.call(contract.files.delete, { fileId: key });
    // Sends the bucket's event about the upload hours late.
    await deliverBucketEvent(key);

    expect(await readFileNames(member)).toEqual([]);
    expect(await member.getDepth()).toBe(0);
  });

  it('credits nothing if an event arrives after the account was deleted', async () => {
    const member = await Member.register();
    await member.ensureProfile();
    const fileId = await member.storeFile('reef.png', 'image/png', createPng(80_000));

    await member.call(contract.account.deleteAccount, {});
    await cloud.functions.waitUntilIdle();
    await deliverBucketEvent(fileId);
    await cloud.runSchedule('PurgeJob/Schedule');

    const friend = await Member.register();
    const { body } = await friend.call(contract.users.batch, { userIds: member.userId });

    expect(body.users).toMatchObject([{ username: 'Deleted user', depth: 0 }]);
  });

  it("records an upload once if the hourly job runs before the bucket's event arrives", async () => {
    const member = await Member.register();
    const png = createPng(80_000);
    const fileId = await member.storeFile('reef.png', 'image/png', png);

    await cloud.runSchedule('ReconcileUploadsSchedule');
    await deliverBucketEvent(fileId);

    await expectLedger(member, [toDepth(png.length)]);
  });
});

/** Pays 100 m by card, without any event. Returns the PaymentIntent's ID. */
async function payByCard(member: Member): Promise<string> {
  const { body } = await member.call(contract.payments.createPaymentIntent, { amount: 100, depth: 100 });
  await confirmCard(cloud.config, body);
  return body.paymentIntentId;
}

/** Returns the bodies of all events about these payments. */
const findBodies = (events: readonly { body: string }[], ids: readonly string[]) =>
  events.map(({ body }) => body).filter((body) => ids.some((id) => body.includes(id)));

describe("Stripe's events", () => {
  it.each(SEEDS)('credits the same depth for repeated, shuffled, and late events, with seed %i', async (seed) => {
    const member = await Member.register();
    await member.ensureProfile();
    const paidId = await payByCard(member);
    const refundedId = await payByCard(member);
    const restoredId = await payByCard(member);
    const disputedId = await payByCard(member);

    stripe.refund(refundedId, 25);
    stripe.refund(refundedId, 35);
    stripe.failRefund(stripe.refund(restoredId, 50).id);
    stripe.closeDispute(stripe.dispute(disputedId).id, 'lost');

    const bodies = findBodies(stripe.events, [paidId, refundedId, restoredId, disputedId]);
    expect(bodies.length).toBeGreaterThan(10);

    const originalTime = Math.floor(Date.now() / 1000) - 5 * HOUR_SECONDS;
    for (const body of repeatAndShuffle(bodies, seed)) {
      // Hours late, the first signature is too old. Stripe signs each further attempt with its own time.
      const lateResponse = await sendStripeEvent(body, stripe.webhookSecret, originalTime);
      expect(lateResponse).toMatchObject({ status: 400, body: { code: 'InvalidSignature' } });
      expect((await sendStripeEvent(body, stripe.webhookSecret)).status).toBe(200);
    }

    // The paid payment, the rest of the refunded payment, and the restored payment.
    expect(await member.getDepth()).toBeCloseTo(100 + 40 + 100, 6);

    const entries = await readLedger(member);
    for (const id of [paidId, refundedId, restoredId, disputedId]) {
      const credits = entries.filter(({ source, payment }) => source === 'stripe' && payment?.paymentId === id);
      expect(credits, id).toHaveLength(1);
    }
  });

  it.each(SEEDS)('records a payment and its refund if only one Stripe event arrives, with seed %i', async (seed) => {
    const member = await Member.register();
    await member.ensureProfile();
    const intentId = await payByCard(member);
    stripe.refund(intentId, 40);

    const paymentEvents = stripe.events.filter(
      ({ type, body }) => body.includes(intentId) && /^(payment_intent\.succeeded|charge\.refund|refund\.)/.test(type),
    );
    const onlyEvent = paymentEvents[Math.floor(createRandom(seed)() * paymentEvents.length)]!;
    expect((await sendStripeEvent(onlyEvent.body, stripe.webhookSecret)).status).toBe(200);
    await expectLedger(member, [100, -40]);
  });
});

describe("PayPal's events", () => {
  it.each(SEEDS)('credits the same depth for repeated and shuffled events, with seed %i', async (seed) => {
    const member = await Member.register();
    await member.ensureProfile();
    const purchase = { depth: 100, amount: formatDollars(100) };
    const { orderId } = (await member.call(contract.payments.createOrder, purchase)).body;

    paypal.approve(orderId);
    await member.call(contract.payments.processPurchase, { ...purchase, orderId });
    const captureId = (await readLedger(member))[0]!.payment!.paymentId;
    // 100 m cost $1.00, so this refund lowers the depth by 30 m.
    paypal.refund(captureId, '0.30');

    const events = paypal.events.filter(({ body }) => body.includes(orderId) || body.includes(captureId));
    expect(events.length).toBeGreaterThan(2);

    // PayPal signs each attempt with its own time.
    for (const { id } of repeatAndShuffle(events, seed)) await paypal.resend(id);
    await expectLedger(member, [100, -30]);
  });
});
