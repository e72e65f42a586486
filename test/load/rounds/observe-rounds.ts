import { setImmediate } from 'node:timers/promises';
import type { table } from '../../../lambdas/table/client.ts';

/** The names of the requests that were sent to the table at the same time, such as `Get` or `Transaction`. */
export type Round = readonly string[];

/** A request to the table that waits for its round. */
interface HeldRequest {
  readonly command: Command;
  readonly resolve: (response: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** A command of the AWS SDK. The name of its class contains the operation. */
interface Command {
  readonly constructor: { readonly name: string };
  readonly input: object;
}

type Send = (command: Command) => Promise<unknown>;

/** Turns of the event loop without another request, after which a round is complete. */
const QUIET_TURNS = 10;

/**
 * Runs a function, and returns its requests to the table in rounds.
 *
 * Holds each request until the function waits for nothing else. Then sends all held requests, and delivers their
 * responses together. A request is therefore in a later round only if it needs a response of an earlier round. The
 * number of rounds is the length of the critical path, independent of the machine's speed.
 */
export async function observeRounds(client: typeof table, run: () => Promise<unknown>): Promise<readonly Round[]> {
  const rounds: Round[] = [];
  let heldRequests: HeldRequest[] = [];
  // The overloads of `send` don't accept a replacement.
  const patchedClient = client as unknown as { send: Send };
  const originalSend = patchedClient.send;

  async function releaseRound(): Promise<void> {
    await waitUntilStable(() => heldRequests.length);

    const round = heldRequests;
    heldRequests = [];
    rounds.push(round.map(({ command }) => nameRequest(command)).sort());

    const results = await Promise.allSettled(round.map(({ command }) => originalSend.call(client, command)));
    for (const [index, { resolve, reject }] of round.entries()) {
      const result = results[index]!;
      if (result.status === 'fulfilled') resolve(result.value);
      else reject(result.reason);
    }
  }

  patchedClient.send = (command) =>
    new Promise((resolve, reject) => {
      heldRequests.push({ command, resolve, reject });
      if (heldRequests.length === 1) void releaseRound();
    });

  try {
    await run();
  } finally {
    patchedClient.send = originalSend;
  }

  return rounds;
}

/** Waits until a value has not changed for {@link QUIET_TURNS} turns of the event loop. */
async function waitUntilStable(readValue: () => number): Promise<void> {
  let value = readValue();

  for (let turns = 0; turns < QUIET_TURNS; turns++) {
    await setImmediate();
    if (readValue() === value) continue;
    value = readValue();
    turns = 0;
  }
}

/**
 * Returns the name of a request. Reservations of requests and frames (ADR 18) don't count as writes of the endpoint.
 */
function nameRequest({ constructor: { name }, input }: Command): string {
  const { Key } = input as { Key?: { readonly pk?: string } };
  if (Key?.pk?.startsWith('CALLS#')) return 'Reservation';
  return name.replace(/Command$/, '').replace('TransactWrite', 'Transaction');
}
