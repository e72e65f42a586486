import { setImmediate } from 'node:timers/promises';
import type { table } from '../../../lambdas/table/client.ts';

/** The requests that were sent to the table at the same time, such as `Get` or `Transaction`. */
export type Round = readonly string[];

/** A request that waits for its round. */
interface Waiting {
  readonly command: Command;
  readonly resolve: (response: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Command {
  readonly constructor: { readonly name: string };
  readonly input: object;
}

type Send = (command: Command) => Promise<unknown>;

/** Turns of the event loop without a further request, after which a round is complete. */
const QUIET_TURNS = 10;

/**
 * Runs a function, and returns its requests to the table in rounds.
 *
 * Holds each request until the function waits for nothing else, then sends all held requests, and delivers their responses
 * together. A request is therefore in a later round than another only if it needs that one's response. The number of
 * rounds is the length of the critical path, whatever the speed of the machine.
 */
export async function observeRounds(client: typeof table, run: () => Promise<unknown>): Promise<readonly Round[]> {
  const rounds: Round[] = [];
  let heldCalls: Waiting[] = [];
  const target = client as unknown as { send: Send };
  const original = target.send;

  async function releaseRound(): Promise<void> {
    await quiet(() => heldCalls.length);
    const round = heldCalls;

    heldCalls = [];
    rounds.push(round.map(({ command }) => nameOf(command)).sort());
    const responses = await Promise.allSettled(round.map(({ command }) => original.call(client, command)));
    for (const [index, { resolve, reject }] of round.entries()) {
      const response = responses[index]!;
      if (response.status === 'fulfilled') resolve(response.value);
      else reject(response.reason);
    }
  }

  target.send = (command) =>
    new Promise((resolve, reject) => {
      heldCalls.push({ command, resolve, reject });
      if (heldCalls.length === 1) void releaseRound();
    });

  try {
    await run();
  } finally {
    target.send = original;
  }

  return rounds;
}

/** Waits until a value no longer changes from one turn of the event loop to the next. */
async function quiet(read: () => number): Promise<void> {
  let value = read();
  for (let turns = 0; turns < QUIET_TURNS; turns++) {
    await setImmediate();
    if (read() === value) continue;
    value = read();
    turns = 0;
  }
}

/** Returns the name of a request. Reservations of requests and frames (ADR 18) are not writes of the endpoint. */
function nameOf({ constructor: { name }, input }: Command): string {
  const { Key } = input as { Key?: { readonly pk?: string } };
  if (Key?.pk?.startsWith('CALLS#')) return 'Reservation';
  return name.replace(/Command$/, '').replace('TransactWrite', 'Transaction');
}
