/**
 * Part `messages` of `npm run bench`: the latency of messages, and their delivery when connections are cut. Compares
 * Fathom with a plain socket.io server. Everything runs on one machine; all except functions and database share one
 * thread.
 */
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { readOptions } from '../options.ts';
import { quantile } from '../quantile.ts';
import { formatCount, formatNumber, formatTable } from '../report.ts';
import { recordFigure } from '../results.ts';
import { ChatCloud } from './chat-cloud.ts';
import { type DeliveryCounts, type DisconnectResult, runWithDisconnects } from './disconnects.ts';
import { type ClientPair, type PingPongResult, runPingPong } from './ping-pong.ts';
import { SocketIoChat } from './socket-io-chat.ts';

const options = readOptions(process.argv.slice(2));
if (options === 'help') throw new Error('bench.ts handles --help.');

/** The budget in docs/benchmarks.md, for two local sockets. */
const BUDGET_MS = 50;
/** Duration of each measurement of latencies, in seconds. */
const SECONDS = 10;
/** Number of members of the local cloud. */
const MEMBERS = 200;
/** Number of conversations while connections are cut. */
const DISCONNECT_PAIRS = 50;
/** Share of all connections that one cut interrupts. */
const CUT_SHARE = 0.1;
/** Maximum number of cuts. */
const MAX_CUTS = 100;
/** Minimum number of messages for each cut. */
const MESSAGES_PER_CUT = 50;

/** The kinds of traffic whose latencies are measured. The pause before each reply is an average. */
const TRAFFIC = [
  { label: '2, replying after 50 ms', pairs: 1, pauseMs: 50 },
  { label: '200, replying after 4 s', pairs: MEMBERS / 2, pauseMs: 4000 },
  { label: '200, replying after 50 ms', pairs: MEMBERS / 2, pauseMs: 50 },
] as const;

/** Prints progress to the standard error, so that it doesn't mix with the results. */
const log = (text: string) => console.error(text);

/** Load averages of the machine so far. Other load makes latencies longer. */
const loads: string[] = [];
const recordLoad = () => loads.push(formatNumber(loadavg()[0]!));

/** Measures the latencies of a system for all kinds of traffic. Returns one row for each. */
async function measureTraffic(
  system: string,
  pairs: readonly ClientPair[],
  { hasBudget = false } = {},
): Promise<string[][]> {
  const rows: string[][] = [];
  for (const { label, pairs: pairCount, pauseMs } of TRAFFIC) {
    log(`${system}: ${label}`);
    recordLoad();
    const { latencies, perSecond }: PingPongResult = await runPingPong(pairs.slice(0, pairCount), pauseMs, SECONDS);
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => quantile(latencies, share)) as [number, number, number];

    const isBudgeted = hasBudget && pairCount === 1;
    const verdict = isBudgeted ? [`p99 ≤ ${BUDGET_MS} ms`, p99 <= BUDGET_MS ? 'ok' : 'OVER'] : ['', ''];
    if (isBudgeted) recordFigure('messageP99Ms', p99);
    rows.push([system, label, ...[p50, p95, p99, perSecond].map(formatNumber), ...verdict]);
  }

  return rows;
}

/** Formats a row of counts. Stored messages have only counts, so `result` is missing for their row. */
function formatDisconnectRow(
  label: string,
  { messages, cutCount }: { readonly messages: number; readonly cutCount: number },
  counts: DeliveryCounts,
  result?: DisconnectResult,
): string[] {
  return [
    label,
    formatCount(messages),
    String(cutCount),
    result ? formatCount(result.cutConnectionCount) : '',
    formatCount(counts.lost),
    formatCount(counts.duplicated),
    formatCount(counts.outOfOrder),
    result ? formatCount(result.failed) : '',
    result ? formatCount(result.lostSilently) : '',
    result ? formatNumber(result.seconds) : '',
  ];
}

/** Closes the connections of all clients. */
function closePairs(pairs: readonly ClientPair[]): void {
  for (const client of pairs.flat()) client.close();
}

log('A local cloud with 200 members…');
const cloud = await ChatCloud.start(MEMBERS);
const chat = await SocketIoChat.start();
recordLoad();

const disconnectRows: string[][] = [];
for (const messages of options.messageCounts) {
  const cutCount = Math.min(MAX_CUTS, Math.floor(messages / MESSAGES_PER_CUT));
  log(`${formatCount(messages)} messages, ${cutCount} disconnects`);
  // With a shift of 1, these conversations differ from those of the latencies.
  const fathomPairs = await cloud.connectPairs(DISCONNECT_PAIRS, 1);
  const socketIoPairs = await chat.connectPairs(DISCONNECT_PAIRS);

  let doneCount = 0;
  const traffic = { messages, cutCount };
  const [fathom, socketIo] = await Promise.all([
    runWithDisconnects(fathomPairs, {
      ...traffic,
      cutConnections: () => cloud.cutConnections(CUT_SHARE),
      onProgress: (count) => {
        doneCount = count;
      },
    }),
    // Waits for Fathom's progress; socket.io alone would finish much earlier.
    runWithDisconnects(socketIoPairs, {
      ...traffic,
      cutConnections: () => chat.cutConnections(CUT_SHARE),
      waitForTurn: async (number) => {
        while (doneCount < number * 2 * DISCONNECT_PAIRS) await pause(40 * Math.random());
      },
    }),
  ]);
  closePairs([...fathomPairs, ...socketIoPairs]);

  disconnectRows.push(formatDisconnectRow('Fathom, received', traffic, fathom, fathom));
  disconnectRows.push(formatDisconnectRow('Fathom, stored', traffic, await cloud.countStored(fathom.sent)));
  recordFigure('messagesLost', fathom.lost);
  disconnectRows.push(formatDisconnectRow('socket.io, received', traffic, socketIo, socketIo));
}

console.log('## Messages');
console.log(`\n### Delivery while connections break, ${DISCONNECT_PAIRS} conversations\n`);

const heads = ['System', 'Messages', 'Disconnects', 'Connections cut', 'Lost', 'Duplicated', 'Out of order'];
console.log(formatTable([...heads, 'Reported as failed', 'Lost silently', 'Seconds'], disconnectRows));
console.log();

const fathomPairs = await cloud.connectPairs(MEMBERS / 2);
const latencies = await measureTraffic('Fathom', fathomPairs, { hasBudget: true });
closePairs(fathomPairs);

const socketIoPairs = await chat.connectPairs(MEMBERS / 2);
latencies.push(...(await measureTraffic('socket.io', socketIoPairs)));
closePairs(socketIoPairs);
recordLoad();

console.log('### Latency from sending to receiving\n');
console.log(`System load at the start, before each row, and at the end: ${loads.join(', ')}.\n`);
console.log(formatTable(['System', 'Members', 'p50 ms', 'p95 ms', 'p99 ms', 'Per second', 'Budget', ''], latencies));

await chat.close();
await cloud.close();
// Timers and connections of the clients would keep the process alive.
process.exit(0);
