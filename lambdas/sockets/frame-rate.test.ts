/**
 * Tests of the limits of frames per member and minute. Typing hints have their own limit, and all other frames share
 * one. A member who floods a limit is disconnected.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FrameRoute } from '../../shared/contract/socket-frames.ts';
import { CONDUCT_LIMITS } from '../../shared/rules/conduct-limits.ts';
import { startTable } from '../../test/support/table.ts';

let stopTable: () => Promise<void>;
beforeAll(async () => {
  stopTable = await startTable();
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterAll(async () => {
  vi.useRealTimers();
  await stopTable();
});

type CountFrame = (userId: string, action: FrameRoute) => Promise<void>;

/** Loads the counter like a new function instance. */
async function loadCounter(): Promise<CountFrame> {
  vi.resetModules();
  return (await import('./frame-rate.ts')).countFrame;
}

/** Counts frames, one after another. Returns the number of accepted frames. */
async function countAccepted(count: CountFrame, userId: string, action: FrameRoute, times: number) {
  let acceptedFrames = 0;
  for (let time = 0; time < times; time += 1) {
    const error = await count(userId, action).catch((reason) => reason);
    if (error === undefined) acceptedFrames += 1;
    else expect(error).toMatchObject({ code: 'TooManyFrames', retryAfterSeconds: 30 });
  }
  return acceptedFrames;
}

describe('countFrame', () => {
  beforeEach(() => {
    vi.setSystemTime(Date.UTC(2026, 10, 22, 12, 0, 30));
  });

  it('accepts typing hints up to their limit, over all instances and sockets', async () => {
    const userId = randomUUID();
    const firstInstance = await loadCounter();
    const secondInstance = await loadCounter();

    let acceptedFrames = 0;
    // The first instance still holds reserved hints when the second instance reaches the limit.
    for (const count of [firstInstance, secondInstance, firstInstance]) {
      acceptedFrames += await countAccepted(count, userId, 'typing', 60);
    }

    expect(acceptedFrames).toBe(CONDUCT_LIMITS.typing.new);
    expect(await countAccepted(firstInstance, userId, 'markRead', 1)).toBe(1);

    vi.setSystemTime(Date.UTC(2026, 10, 22, 12, 1, 30));
    expect(await countAccepted(firstInstance, userId, 'typing', 1)).toBe(1);
  });

  it('accepts frames of all actions up to their common limit', async () => {
    const userId = randomUUID();
    const count = await loadCounter();
    const { new: limit } = CONDUCT_LIMITS.frames;

    expect(await countAccepted(count, userId, 'ping', limit - 1)).toBe(limit - 1);
    expect(await countAccepted(count, userId, 'markRead', 2)).toBe(1);
    expect(await countAccepted(count, userId, 'sendMessage', 1)).toBe(0);
    expect(await countAccepted(count, randomUUID(), 'sendMessage', 1)).toBe(1);
    // Typing hints have only their own count, so each costs at most one write.
    expect(await countAccepted(count, userId, 'typing', 1)).toBe(1);
  });

  it('accepts frames without a known action up to the common limit', async () => {
    const userId = randomUUID();
    const count = await loadCounter();
    const { new: limit } = CONDUCT_LIMITS.frames;

    expect(await countAccepted(count, userId, '$default', limit + 1)).toBe(limit);
    expect(await countAccepted(count, userId, 'ping', 1)).toBe(0);
  });

  it('reports a flood once the refused frames of all actions and instances reach the limit', async () => {
    const userId = randomUUID();
    const firstInstance = await loadCounter();
    const secondInstance = await loadCounter();
    const { new: limit } = CONDUCT_LIMITS.frames;
    // The first `limit` of these frames are accepted, so `limit - 10` are refused.
    await countAccepted(firstInstance, userId, 'ping', 2 * limit - 10);
    await countAccepted(firstInstance, userId, 'typing', CONDUCT_LIMITS.typing.new);

    // Ten more refused frames reach the limit. Instances share counts in batches, so they detect the flood a little
    // later.
    const errorNames: string[] = [];
    for (let time = 0; time < 15; time += 1) {
      errorNames.push(await secondInstance(userId, 'typing').catch((error) => error.constructor.name));
    }

    expect(errorNames).toContain('TooManyFrames');
    expect(errorNames.at(-1)).toBe('FrameFlood');

    vi.setSystemTime(Date.UTC(2026, 10, 22, 12, 1, 30));
    expect(await countAccepted(secondInstance, userId, 'typing', 1)).toBe(1);
  });
});
