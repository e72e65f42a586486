import { setTimeout as pause } from 'node:timers/promises';
import type { ChatClient, ClientPair } from './ping-pong.ts';

/** The number of messages, and how connections are cut. */
interface DisconnectOptions {
  /** Number of messages that all members send together. */
  readonly messages: number;
  /** Number of cuts. Each cuts several connections at the same time. */
  readonly cutCount: number;
  /** Cuts some connections without notifying either end, and returns their number. */
  readonly cutConnections: () => number;
  /** Resolves when a sender may send its message with this number. By default, senders don't wait. */
  readonly waitForTurn?: (number: number) => Promise<void>;
  /** Receives the number of messages that have been stored or have failed. */
  readonly onProgress?: (doneCount: number) => void;
}

/** Numbers of messages that were lost, duplicated, or reordered. */
export interface DeliveryCounts {
  readonly lost: number;
  readonly duplicated: number;
  /** Messages that arrived after a later one of the same sender, including late duplicates. */
  readonly outOfOrder: number;
}

/** The delivery of messages while connections were cut. */
export interface DisconnectResult extends DeliveryCounts {
  readonly seconds: number;
  /** Number of connections that were cut. A connection that was cut twice counts twice. */
  readonly cutConnectionCount: number;
  /** Number of messages whose sender received an error. */
  readonly failed: number;
  /** Number of lost messages whose sender received no error. */
  readonly lostSilently: number;
  readonly sent: readonly SentMessages[];
}

/** Messages of one sender to one recipient, in order. */
export interface SentMessages {
  readonly sender: ChatClient;
  readonly recipient: ChatClient;
  readonly contents: readonly string[];
}

/** Share of the messages after which no further cut starts. */
const LAST_CUT_SHARE = 0.98;
/** Maximum time from the end of a send to the cut that it causes, in milliseconds. */
const MAX_CUT_DELAY_MS = 50;
/** Maximum unconfirmed messages per sender. */
const MAX_IN_FLIGHT = 3;
/** Time without an arrival after which missing messages count as lost. Enough for clients to reconnect. */
const QUIET_MS = 15_000;

/** Makes all pairs exchange messages while connections are cut at random moments. */
export async function runWithDisconnects(
  pairs: readonly ClientPair[],
  options: DisconnectOptions,
): Promise<DisconnectResult> {
  const sentMessages = planMessages(pairs, options.messages);
  const total = sentMessages.reduce((sum, { contents }) => sum + contents.length, 0);
  const schedule = new CutSchedule(options, total);
  const failedContents = new Set<string>();
  let doneCount = 0;

  const start = performance.now();
  await Promise.all(
    sentMessages.map((messages) =>
      sendInOrder(messages, options.waitForTurn, (content, isConfirmed) => {
        if (!isConfirmed) failedContents.add(content);
        doneCount++;
        options.onProgress?.(doneCount);
        schedule.startDueCuts(doneCount);
      }),
    ),
  );

  const seconds = (performance.now() - start) / 1000;
  await waitForDelivery(sentMessages);

  const counts = sentMessages.map(({ recipient, contents }) => countDelivery(contents, recipient.listReceived()));
  return {
    ...sumCounts(counts),
    seconds,
    cutConnectionCount: schedule.cutConnectionCount,
    failed: failedContents.size,
    lostSilently: findLostContents(sentMessages).filter((content) => !failedContents.has(content)).length,
    sent: sentMessages,
  };
}

/** Distributes the messages equally: each client of a pair sends the same number to its partner. */
function planMessages(pairs: readonly ClientPair[], messages: number): SentMessages[] {
  const countPerSender = Math.floor(messages / pairs.length / 2);

  return pairs
    .flatMap(([client, partner]) => [[client, partner] as const, [partner, client] as const])
    .map(([sender, recipient]) => {
      const contents = Array.from({ length: countPerSender }, (_, number) => `message ${number} of ${sender.userId}`);
      return { sender, recipient, contents };
    });
}

/** Cuts connections after random numbers of messages, so that the speed of the traffic doesn't matter. */
class CutSchedule {
  /** Numbers of messages after which connections are cut, in ascending order. */
  readonly #messageCounts: number[];
  readonly #cutConnections: () => number;
  /** Number of connections that have been cut so far. */
  cutConnectionCount = 0;

  constructor({ cutCount, cutConnections }: DisconnectOptions, total: number) {
    const counts = Array.from({ length: cutCount }, () => Math.floor(Math.random() * LAST_CUT_SHARE * total));
    this.#messageCounts = counts.sort((a, b) => a - b);
    this.#cutConnections = cutConnections;
  }

  /** Starts all cuts that are due after this number of messages. Each follows after a short random delay. */
  startDueCuts(doneCount: number): void {
    while (this.#messageCounts.length > 0 && this.#messageCounts[0]! <= doneCount) {
      this.#messageCounts.shift();
      setTimeout(() => {
        this.cutConnectionCount += this.#cutConnections();
      }, Math.random() * MAX_CUT_DELAY_MS);
    }
  }
}

/** Sends the messages of one sender in order, with at most {@link MAX_IN_FLIGHT} unconfirmed ones at any time. */
async function sendInOrder(
  { sender, recipient, contents }: SentMessages,
  waitForTurn: DisconnectOptions['waitForTurn'],
  onSent: (content: string, isConfirmed: boolean) => void,
): Promise<void> {
  const pendingSends = new Set<Promise<void>>();

  for (const [number, content] of contents.entries()) {
    await waitForTurn?.(number);
    while (pendingSends.size >= MAX_IN_FLIGHT) await Promise.race(pendingSends);

    const pendingSend: Promise<void> = sender.send(recipient.userId, content).then((isConfirmed) => {
      pendingSends.delete(pendingSend);
      onSent(content, isConfirmed);
    });
    pendingSends.add(pendingSend);
  }

  await Promise.all(pendingSends);
}

/** Returns the messages that no recipient has received. */
function findLostContents(sentMessages: readonly SentMessages[]): string[] {
  const arrivedContents = new Set(sentMessages.flatMap(({ recipient }) => recipient.listReceived()));
  return sentMessages.flatMap(({ contents }) => contents).filter((content) => !arrivedContents.has(content));
}

/** Compares sent with received messages. */
export function countDelivery(sentContents: readonly string[], receivedContents: readonly string[]): DeliveryCounts {
  const numbers = new Map(sentContents.map((content, number) => [content, number]));
  const order = receivedContents.flatMap((content) => numbers.get(content) ?? []);

  let outOfOrder = 0;
  let latestNumber = -1;
  for (const number of order) {
    if (number < latestNumber) outOfOrder++;
    latestNumber = Math.max(latestNumber, number);
  }

  const distinctCount = new Set(order).size;
  return { lost: sentContents.length - distinctCount, duplicated: order.length - distinctCount, outOfOrder };
}

/** Adds the counts of several conversations. */
export function sumCounts(counts: readonly DeliveryCounts[]): DeliveryCounts {
  const sum = (name: keyof DeliveryCounts) => counts.reduce((total, count) => total + count[name], 0);
  return { lost: sum('lost'), duplicated: sum('duplicated'), outOfOrder: sum('outOfOrder') };
}

/** Waits until all messages have arrived, or no message has arrived for {@link QUIET_MS}. */
async function waitForDelivery(sentMessages: readonly SentMessages[]): Promise<void> {
  const countMissing = () =>
    sentMessages.reduce(
      (sum, { recipient, contents }) => sum + countDelivery(contents, recipient.listReceived()).lost,
      0,
    );
  let missingCount = countMissing();
  let lastArrival = performance.now();

  while (missingCount > 0 && performance.now() - lastArrival < QUIET_MS) {
    await pause(250);
    const count = countMissing();
    if (count >= missingCount) continue;
    missingCount = count;
    lastArrival = performance.now();
  }

  // Duplicates may arrive late.
  await pause(1000);
}
