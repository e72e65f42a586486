import { setTimeout as pause } from 'node:timers/promises';
import type { ChatClient, ClientPair } from './ping-pong.ts';

interface DisconnectOptions {
  readonly messages: number;
  readonly cuts: number;
  /** Breaks some connections, and returns the number. */
  readonly cut: () => number;
  /** Resolves when senders may send this message of theirs. By default, they send as fast as possible. */
  readonly waitForTurn?: (number: number) => Promise<void>;
  /** Receives the number of messages that have been stored or have failed. */
  readonly onProgress?: (done: number) => void;
}

/** How many messages were lost, duplicated, or reordered. */
export interface DeliveryCounts {
  readonly lost: number;
  readonly duplicated: number;
  /** Messages that arrived after a later one of the same sender. */
  readonly outOfOrder: number;
}

export interface DisconnectResult extends DeliveryCounts {
  readonly seconds: number;
  readonly connectionsCut: number;
  /** Messages that the sender saw fail. */
  readonly failed: number;
  /** Lost messages that the sender didn't see fail. */
  readonly lostSilently: number;
  readonly sent: readonly SentMessages[];
}

/** Messages of one sender to one recipient, in order. */
export interface SentMessages {
  readonly sender: ChatClient;
  readonly recipient: ChatClient;
  readonly contents: readonly string[];
}

/** Maximum unconfirmed messages per sender. */
const MAX_IN_FLIGHT = 3;
const PATIENCE_MS = 30_000;

/** Makes all pairs exchange messages while connections break at random moments. */
export async function runWithDisconnects(
  pairs: readonly ClientPair[],
  options: DisconnectOptions,
): Promise<DisconnectResult> {
  const { messages, cuts, cut, waitForTurn, onProgress } = options;
  const each = Math.floor(messages / pairs.length / 2);
  const total = each * pairs.length * 2;
  const sentMessages = pairs
    .flatMap(([client, partner]) => [[client, partner] as const, [partner, client] as const])
    .map(([sender, recipient]): SentMessages => {
      const contents = Array.from({ length: each }, (_, number) => `message ${number} of ${sender.userId}`);
      return { sender, recipient, contents };
    });
  // Cuts are spread over the progress of the traffic, so that its speed doesn't matter.
  const moments = Array.from({ length: cuts }, () => Math.floor(Math.random() * 0.98 * total)).sort((a, b) => a - b);
  const failedContents = new Set<string>();
  let [doneCount, connectionsCut] = [0, 0];

  const settle = (content: string, ok: boolean) => {
    if (!ok) failedContents.add(content);
    doneCount++;
    onProgress?.(doneCount);
    while (moments.length > 0 && moments[0]! <= doneCount) {
      moments.shift();
      setTimeout(() => {
        connectionsCut += cut();
      }, Math.random() * 50);
    }
  };

  const start = performance.now();
  await Promise.all(
    sentMessages.map(async ({ sender, recipient, contents }) => {
      const pendingSends = new Set<Promise<void>>();
      for (const [number, content] of contents.entries()) {
        await waitForTurn?.(number);
        while (pendingSends.size >= MAX_IN_FLIGHT) await Promise.race(pendingSends);
        const sending: Promise<void> = sender.send(recipient.userId, content).then((ok) => {
          pendingSends.delete(sending);
          settle(content, ok);
        });
        pendingSends.add(sending);
      }
      await Promise.all(pendingSends);
    }),
  );

  const seconds = (performance.now() - start) / 1000;
  await waitForDelivery(sentMessages);

  const counts = sentMessages.map(({ recipient, contents }) => countDelivery(contents, recipient.listReceived()));
  const arrivedContents = new Set(sentMessages.flatMap(({ recipient }) => recipient.listReceived()));
  const lostContents = sentMessages
    .flatMap(({ contents }) => contents)
    .filter((content) => !arrivedContents.has(content));
  const lostInSilence = lostContents.filter((content) => !failedContents.has(content)).length;

  return {
    ...sumCounts(counts),
    seconds,
    connectionsCut,
    failed: failedContents.size,
    lostSilently: lostInSilence,
    sent: sentMessages,
  };
}

/** Compares sent with received messages. */
export function countDelivery(sentContents: readonly string[], receivedContents: readonly string[]): DeliveryCounts {
  const numbers = new Map(sentContents.map((content, number) => [content, number]));
  const order = receivedContents.flatMap((content) => numbers.get(content) ?? []);
  let [outOfOrder, latestNumber] = [0, -1];
  for (const number of order) {
    if (number < latestNumber) outOfOrder++;
    latestNumber = Math.max(latestNumber, number);
  }
  const distinctCount = new Set(order).size;
  return { lost: sentContents.length - distinctCount, duplicated: order.length - distinctCount, outOfOrder };
}

export function sumCounts(counts: readonly DeliveryCounts[]): DeliveryCounts {
  const sum = (of: keyof DeliveryCounts) => counts.reduce((total, count) => total + count[of], 0);
  return { lost: sum('lost'), duplicated: sum('duplicated'), outOfOrder: sum('outOfOrder') };
}

/** Waits until all messages have arrived, or none has arrived for 15 s, enough for clients to reconnect. */
async function waitForDelivery(sentMessages: readonly SentMessages[]): Promise<void> {
  const missing = () =>
    sentMessages.reduce(
      (sum, { recipient, contents }) => sum + countDelivery(contents, recipient.listReceived()).lost,
      0,
    );
  let [remainingCount, since] = [missing(), performance.now()];
  while (remainingCount > 0 && performance.now() - since < PATIENCE_MS / 2) {
    await pause(250);
    const now = missing();
    if (now < remainingCount) [remainingCount, since] = [now, performance.now()];
  }
  // Duplicates may arrive late.
  await pause(1000);
}
