import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { readOptions } from '../options.ts';
import { count, figure, table } from '../report.ts';
import { Ocean } from './cloud.ts';
import { PlainChat } from './socket-io.ts';
import { type Aftermath, type Verdict, weather } from './storm.ts';
import { type Pair, quantile, type Rally, rally } from './talk.ts';

/**
 * The part of `npm run bench` about messages: how fast they arrive, and whether all do when connections break. Beside
 * it the same over a plain socket.io server. Clients, cloud and database share one machine, and all but the functions
 * and the database share one thread.
 */

const options = readOptions(process.argv.slice(2));
if (options === 'help') throw new Error('bench.ts answers this.');

/** Design §11, both sockets local. */
const BUDGET_MS = 50;
const SECONDS = 10;
const MEMBERS = 200;
const STORM_PAIRS = 50;
/** How many of the connections break at once. */
const SHARE_CUT = 0.1;

const TRAFFIC = [
  { label: '2, answering after 50 ms', pairs: 1, pauseMs: 50 },
  { label: '200, answering after 4 s', pairs: MEMBERS / 2, pauseMs: 4000 },
  { label: '200, answering after 50 ms', pairs: MEMBERS / 2, pauseMs: 50 },
] as const;

const say = (text: string) => console.error(text);
const loads: string[] = [];
const noteLoad = () => loads.push(figure(loadavg()[0]!));

async function measureTraffic(system: string, pairs: readonly Pair[], budgeted = false): Promise<string[][]> {
  const rows: string[][] = [];
  for (const { label, pairs: some, pauseMs } of TRAFFIC) {
    say(`${system}: ${label}`);
    noteLoad();
    const { latencies, perSecond }: Rally = await rally(pairs.slice(0, some), pauseMs, SECONDS);
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => quantile(latencies, share)) as [number, number, number];
    const verdict = budgeted && some === 1 ? [`p99 ≤ ${BUDGET_MS} ms`, p99 <= BUDGET_MS ? 'ok' : 'OVER'] : ['', ''];
    rows.push([system, label, ...[p50, p95, p99, perSecond].map(figure), ...verdict]);
  }
  return rows;
}

function stormRow(what: string, messages: number, cuts: number, verdict: Verdict, after?: Aftermath): string[] {
  return [
    what,
    count(messages),
    String(cuts),
    after ? count(after.connectionsCut) : '',
    ...[verdict.lost, verdict.duplicated, verdict.outOfOrder].map(count),
    after ? count(after.failed) : '',
    after ? count(after.lostInSilence) : '',
    after ? figure(after.seconds) : '',
  ];
}

function leave(pairs: readonly Pair[]): void {
  for (const talker of pairs.flat()) talker.close();
}

say('A local cloud with 200 members…');
const ocean = await Ocean.start(MEMBERS);
const chat = await PlainChat.start();
noteLoad();
const storms: string[][] = [];
for (const messages of options.sizesOfMessages) {
  const cuts = Math.min(100, Math.floor(messages / 50));
  say(`${count(messages)} messages, ${cuts} disconnects`);
  const [divers, chatters] = [await ocean.pairs(STORM_PAIRS, 1), await chat.pairs(STORM_PAIRS)];
  let done = 0;
  const traffic = { messages, cuts };
  const [ours, theirs] = await Promise.all([
    weather(divers, {
      ...traffic,
      cut: () => ocean.cut(SHARE_CUT),
      onProgress: (now) => {
        done = now;
      },
    }),
    // At the pace of the other, which it would leave far behind.
    weather(chatters, {
      ...traffic,
      cut: () => chat.cut(SHARE_CUT),
      turn: async (number) => {
        while (done < number * 2 * STORM_PAIRS) await pause(40 * Math.random());
      },
    }),
  ]);
  leave([...divers, ...chatters]);
  storms.push(stormRow('Fathom, what recipients have', messages, cuts, ours, ours));
  storms.push(stormRow('Fathom, what is stored', messages, cuts, await ocean.judgeStore(ours.sent)));
  storms.push(stormRow('socket.io, what recipients have', messages, cuts, theirs, theirs));
}
console.log('## Messages');
console.log(`\n### While connections break, ${STORM_PAIRS} conversations\n`);
const heads = ['Of', 'Messages', 'Disconnects', 'Connections cut', 'Lost', 'Twice', 'Out of order'];
console.log(table([...heads, 'Sender told of failure', 'Lost unknown to sender', 'Seconds'], storms));
console.log();

const talking = await ocean.pairs(MEMBERS / 2);
const latencies = await measureTraffic('Fathom', talking, true);
leave(talking);
const chatting = await chat.pairs(MEMBERS / 2);
latencies.push(...(await measureTraffic('socket.io', chatting)));
leave(chatting);
noteLoad();

console.log('### From sending to receiving\n');
console.log(`Load of the machine before all, before each row, and after the last: ${loads.join(', ')}.\n`);
console.log(table(['System', 'Members', 'p50 ms', 'p95 ms', 'p99 ms', 'Per second', 'Budget', ''], latencies));

await chat.close();
await ocean.close();
// Clients keep timers and connections.
process.exit(0);
