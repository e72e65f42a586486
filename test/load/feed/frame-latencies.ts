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
    const { apiUrl, socketUrl } = cloud.config;
    const { accessToken } = await registerMember(cloud.config, 1);
    const call = async (path: string): Promise<unknown> => {
      const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
      const response = await fetch(`${apiUrl}${path}`, { method: 'POST', headers, body: '{}' });
      if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
      return response.json();
    };

    const { ticket } = (await call(contract.sockets.ticket.path)) as { ticket: string };
    const socket = new WebSocket(`${socketUrl}?ticket=${encodeURIComponent(ticket)}`);
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

    const latencies: number[] = [];
    for (let change = 0; change < changes; change++) {
      const { profile } = (await call(contract.account.testContribution.path)) as { profile: { depth: number } };
      const respondedAt = performance.now();
      while (!arrivals.has(profile.depth)) await new Promise<void>((resolve) => (onArrival = resolve));
      // The frame can arrive before the response.
      latencies.push(Math.max(0, arrivals.get(profile.depth)! - respondedAt));
    }

    socket.close();
    return latencies;
  } finally {
    await cloud.close();
    rmSync(directory, { recursive: true, force: true });
  }
}
