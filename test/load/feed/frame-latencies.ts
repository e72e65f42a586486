import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalCloud } from '../../../infra/local/cloud.ts';
import { contract } from '../../../shared/contract/contract.ts';
import type { ServerFrame } from '../../../shared/contract/socket-frames.ts';
import { registerMember } from '../register-member.ts';

/**
 * Changes a member's depth in a local cloud, one change after another.
 *
 * @returns the time from each response to the frame with its depth, in milliseconds
 */
export async function measureFrameLatencies(changes: number): Promise<number[]> {
  const directory = mkdtempSync(join(tmpdir(), 'fathom-feed-'));
  // The member changes their depth more often than the limits allow.
  const context = { conductLimitPercent: '100000' };
  const cloud = await startLocalCloud({ port: 0, directory, seed: false, web: false, context });

  try {
    const { accessToken } = await registerMember(cloud.config, 1);
    const post = <T>(path: string) => postAsMember<T>(`${cloud.config.apiUrl}${path}`, accessToken);

    const { ticket } = await post<{ ticket: string }>(contract.sockets.ticket.path);
    const socket = await openDepthSocket(`${cloud.config.socketUrl}?ticket=${encodeURIComponent(ticket)}`);

    const latencies: number[] = [];
    for (let change = 0; change < changes; change++) {
      const { profile } = await post<{ profile: { depth: number } }>(contract.account.testContribution.path);
      const respondedAt = performance.now();
      const arrivedAt = await socket.waitForDepth(profile.depth);
      // The frame can arrive before the response.
      latencies.push(Math.max(0, arrivedAt - respondedAt));
    }

    socket.close();
    return latencies;
  } finally {
    await cloud.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Sends a POST request with an empty body, and returns the body of its response. */
async function postAsMember<T>(url: string, accessToken: string): Promise<T> {
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: '{}' });
  if (!response.ok) throw new Error(`${url} returned ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** A socket that records when frames with a new depth arrive. */
interface DepthSocket {
  /** Waits for the frame with this depth. Returns its time of arrival, as `performance.now()`. */
  waitForDepth(depth: number): Promise<number>;
  close(): void;
}

/** Opens a socket, and waits until it is open. */
async function openDepthSocket(url: string): Promise<DepthSocket> {
  const socket = new WebSocket(url);
  /** Arrival times of frames, by the depth in the frame. */
  const arrivals = new Map<number, number>();
  let onArrival = () => {};

  socket.onmessage = ({ data }) => {
    const frame = JSON.parse(String(data)) as ServerFrame;
    if (frame.type === 'depth') arrivals.set(frame.depth, performance.now());
    onArrival();
  };

  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });

  return {
    async waitForDepth(depth) {
      while (!arrivals.has(depth)) {
        await new Promise<void>((resolve) => {
          onArrival = resolve;
        });
      }
      return arrivals.get(depth)!;
    },
    close: () => socket.close(),
  };
}
