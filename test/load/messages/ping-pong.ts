import { setTimeout as pause } from 'node:timers/promises';

/** A client of a chat, Fathom or socket.io. */
export interface ChatClient {
  readonly userId: string;
  /**
   * Sends a text.
   *
   * @returns whether the server confirmed it; false if it failed
   */
  send(recipientId: string, content: string): Promise<boolean>;
  /** Called for each message that arrives over the connection. */
  onMessage: (content: string) => void;
  /** Returns all received messages, including those fetched after a reconnect. */
  listReceived(): string[];
  close(): void;
}

/** Two clients that exchange messages. */
export type ClientPair = readonly [ChatClient, ChatClient];

/** The latencies and the rate of messages. */
export interface PingPongResult {
  /** Milliseconds from sending to receiving, for each message. */
  readonly latencies: readonly number[];
  readonly perSecond: number;
}

/** Time before the measurement, in milliseconds. */
const WARM_UP_MS = 3000;

/** Makes each pair send messages back and forth. Pauses before each reply for a random time, `pauseMs` on average. */
export async function runPingPong(
  pairs: readonly ClientPair[],
  pauseMs: number,
  seconds: number,
): Promise<PingPongResult> {
  const latencies: number[] = [];
  const warmUpEnd = performance.now() + WARM_UP_MS;
  const end = warmUpEnd + 1000 * seconds;

  await Promise.all(
    pairs.map(async (pair) => {
      for (let number = 0; performance.now() < end; number++) {
        // Also pauses before the first message, so that the pairs don't start at the same time.
        await pause(2 * pauseMs * Math.random());

        const [sender, recipient] = number % 2 === 0 ? pair : [pair[1], pair[0]];
        const content = `ping ${number} of ${sender.userId}`;
        const arrival = Promise.withResolvers<number>();
        recipient.onMessage = (text) => {
          if (text === content) arrival.resolve(performance.now());
        };

        const start = performance.now();
        const [receivedAt] = await Promise.all([arrival.promise, sender.send(recipient.userId, content)]);
        if (start >= warmUpEnd && receivedAt <= end) latencies.push(receivedAt - start);
      }
    }),
  );

  return { latencies, perSecond: latencies.length / seconds };
}
