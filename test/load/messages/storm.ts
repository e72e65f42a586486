import { setTimeout as pause } from 'node:timers/promises';
import type { Pair, Talker } from './talk.ts';

interface Storm {
  readonly messages: number;
  readonly cuts: number;
  /** Breaks some connections, and answers how many. */
  readonly cut: () => number;
  /** Resolves when senders may write the message of this number; without, they write as fast as it goes. */
  readonly turn?: (number: number) => Promise<void>;
  /** Told how many messages have arrived, or failed. */
  readonly onProgress?: (done: number) => void;
}

/** What has become of messages. */
export interface Verdict {
  readonly lost: number;
  readonly duplicated: number;
  /** How many came after one that was written later by the same sender. */
  readonly outOfOrder: number;
}

export interface Aftermath extends Verdict {
  readonly seconds: number;
  readonly connectionsCut: number;
  /** How many failed as far as their senders know. */
  readonly failed: number;
  /** How many of the lost did not fail as far as their senders know. */
  readonly lostInSilence: number;
  /** What was sent, by conversation: what the store is judged by. */
  readonly sent: readonly Sent[];
}

/** All that one wrote to another, in the order of writing. */
export interface Sent {
  readonly sender: Talker;
  readonly recipient: Talker;
  readonly contents: readonly string[];
}

/** Messages that a sender may have on their way at once. */
const AHEAD = 3;
const PATIENCE_MS = 30_000;

/** Has all pairs write to each other while connections break at random moments. */
export async function weather(pairs: readonly Pair[], storm: Storm): Promise<Aftermath> {
  const { messages, cuts, cut, turn, onProgress } = storm;
  const each = Math.floor(messages / pairs.length / 2);
  const total = each * pairs.length * 2;
  const sent = pairs
    .flatMap(([one, other]) => [[one, other] as const, [other, one] as const])
    .map(([sender, recipient]): Sent => {
      const contents = Array.from({ length: each }, (_, number) => `storm ${number} of ${sender.userId}`);
      return { sender, recipient, contents };
    });
  // By the progress of the traffic: however fast it is, all of it is under the weather.
  const moments = Array.from({ length: cuts }, () => Math.floor(Math.random() * 0.98 * total)).sort((a, b) => a - b);
  const failed = new Set<string>();
  let [done, connectionsCut] = [0, 0];
  const settle = (content: string, ok: boolean) => {
    if (!ok) failed.add(content);
    done++;
    onProgress?.(done);
    while (moments.length > 0 && moments[0]! <= done) {
      moments.shift();
      setTimeout(() => {
        connectionsCut += cut();
      }, Math.random() * 50);
    }
  };
  const start = performance.now();
  await Promise.all(
    sent.map(async ({ sender, recipient, contents }) => {
      const pending = new Set<Promise<void>>();
      for (const [number, content] of contents.entries()) {
        await turn?.(number);
        while (pending.size >= AHEAD) await Promise.race(pending);
        const sending: Promise<void> = sender.send(recipient.userId, content).then((ok) => {
          pending.delete(sending);
          settle(content, ok);
        });
        pending.add(sending);
      }
      await Promise.all(pending);
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  await quiet(sent);
  const verdicts = sent.map(({ recipient, contents }) => judge(contents, recipient.received()));
  const arrived = new Set(sent.flatMap(({ recipient }) => recipient.received()));
  const lost = sent.flatMap(({ contents }) => contents).filter((content) => !arrived.has(content));
  const lostInSilence = lost.filter((content) => !failed.has(content)).length;
  return { ...sumOf(verdicts), seconds, connectionsCut, failed: failed.size, lostInSilence, sent };
}

/** Compares what was written with what is there. */
export function judge(written: readonly string[], found: readonly string[]): Verdict {
  const numbers = new Map(written.map((content, number) => [content, number]));
  const ours = found.flatMap((content) => numbers.get(content) ?? []);
  let [outOfOrder, latest] = [0, -1];
  for (const number of ours) {
    if (number < latest) outOfOrder++;
    latest = Math.max(latest, number);
  }
  const different = new Set(ours).size;
  return { lost: written.length - different, duplicated: ours.length - different, outOfOrder };
}

export function sumOf(verdicts: readonly Verdict[]): Verdict {
  const sum = (of: keyof Verdict) => verdicts.reduce((total, verdict) => total + verdict[of], 0);
  return { lost: sum('lost'), duplicated: sum('duplicated'), outOfOrder: sum('outOfOrder') };
}

/** Waits until everything is there, or nothing has come for a while: whoever is offline by then has come back. */
async function quiet(sent: readonly Sent[]): Promise<void> {
  const missing = () =>
    sent.reduce((sum, { recipient, contents }) => sum + judge(contents, recipient.received()).lost, 0);
  let [left, since] = [missing(), performance.now()];
  while (left > 0 && performance.now() - since < PATIENCE_MS / 2) {
    await pause(250);
    const now = missing();
    if (now < left) [left, since] = [now, performance.now()];
  }
  // What comes twice may come late.
  await pause(1000);
}
