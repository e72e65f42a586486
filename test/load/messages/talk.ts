import { setTimeout as pause } from 'node:timers/promises';

/** One end of conversations, whatever carries them. */
export interface Talker {
  readonly userId: string;
  /**
   * Sends a text.
   *
   * @returns whether its sender was told that it has arrived at the server, or that it has failed
   */
  send(recipientId: string, content: string): Promise<boolean>;
  /** Called with each text of another as it comes, if it comes by the connection. */
  onHeard: (content: string) => void;
  /** All that others have written to this one, as this one knows it in the end. */
  received(): string[];
  close(): void;
}

export type Pair = readonly [Talker, Talker];

/** What a run of ping-pong has shown. */
export interface Rally {
  /** Milliseconds from sending to receiving, of each message. */
  readonly latencies: readonly number[];
  readonly perSecond: number;
}

const WARM_UP_MS = 3000;

/**
 * Has each pair write to and fro for some seconds: nobody answers before they have heard, and have paused for some
 * time around `pauseMs`.
 */
export async function rally(pairs: readonly Pair[], pauseMs: number, seconds: number): Promise<Rally> {
  const latencies: number[] = [];
  const counted = performance.now() + WARM_UP_MS;
  const end = counted + 1000 * seconds;
  await Promise.all(
    pairs.map(async (pair) => {
      for (let number = 0; performance.now() < end; number++) {
        // Also before the first: they do not all begin at the same moment.
        await pause(2 * pauseMs * Math.random());
        const [sender, recipient] = number % 2 === 0 ? pair : [pair[1], pair[0]];
        const content = `ping ${number} of ${sender.userId}`;
        const heard = Promise.withResolvers<number>();
        recipient.onHeard = (text) => {
          if (text === content) heard.resolve(performance.now());
        };
        const start = performance.now();
        const [receivedAt] = await Promise.all([heard.promise, sender.send(recipient.userId, content)]);
        if (start >= counted && receivedAt <= end) latencies.push(receivedAt - start);
      }
    }),
  );
  return { latencies, perSecond: latencies.length / seconds };
}

/** The smallest value that so large a share of all values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
