import { ApiError } from '../../../../platform/api/api-error.ts';
import { StoreRefusal, TransferLost } from '../../../../platform/put-file.ts';

/** What patience needs from around it. */
export interface Patience {
  readonly signal: AbortSignal;
  readonly isOnline: () => boolean;
  /** Resolves once the browser has a connection again. */
  readonly backOnline: (signal: AbortSignal) => Promise<void>;
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Told when it begins and when it ends to wait for a connection. */
  readonly onOffline: (offline: boolean) => void;
}

/** How often something is tried before its failure is believed. */
export const ATTEMPTS = 6;

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 20_000;

/** The pause after so many failures: twice as long each time, and never the same for two, lest they return together. */
export function pauseAfter(failures: number, random: number): number {
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
  return longest * (0.5 + random / 2);
}

/**
 * Does something until it succeeds, was stopped, or has failed for good. Without a connection it waits, however long;
 * that counts as no attempt.
 */
export async function persist<T>(attempt: () => Promise<T>, patience: Patience): Promise<T> {
  const { signal } = patience;
  for (let failures = 0; ; ) {
    signal.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      if (!isPassing(error)) throw error;
      if (await waitedForConnection(patience)) continue;
      failures += 1;
      if (failures === ATTEMPTS) throw error;
      await patience.wait(pauseAfter(failures, patience.random()), signal);
    }
  }
}

async function waitedForConnection({ isOnline, backOnline, onOffline, signal }: Patience): Promise<boolean> {
  if (isOnline()) return false;
  onOffline(true);
  try {
    await backOnline(signal);
  } finally {
    onOffline(false);
  }
  return true;
}

function isPassing(error: unknown): boolean {
  if (error instanceof TransferLost) return true;
  return (error instanceof ApiError || error instanceof StoreRefusal) && error.isPassing;
}
