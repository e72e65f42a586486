/**
 * What Fathom costs on AWS, worked out from the capacity that `npm run bench -- --only capacity` measures, beside the
 * same on a document store that browsers speak with themselves. `node test/load/costs.ts` prints the tables of
 * docs/costs.md.
 */

/** Dollars per million, us-east-1, at list price. */
const AWS = {
  readUnits: 0.125,
  writeUnits: 0.625,
  httpCalls: 1.0,
  lambdaCalls: 0.2,
  /** Per GB-second of ARM. */
  lambdaGbSeconds: 13.3334,
  socketMessages: 1.0,
  socketMinutes: 0.25,
  s3Puts: 5.0,
} as const;

/** Dollars per million documents of Cloud Firestore, multi-region, at list price. */
const DOCUMENTS = { read: 0.6, write: 1.8 } as const;

const MEMORY_GB = 0.5;
/** What a warm function takes, in seconds, waiting for the table included: assumed, and to be measured on AWS. */
const SECONDS = 0.03;

interface Operation {
  readonly name: string;
  readonly reads?: number;
  readonly writes?: number;
  /** HTTP calls, functions called, frames of a WebSocket (in and out), PUTs to the bucket. */
  readonly http?: number;
  readonly functions?: number;
  readonly frames?: number;
  readonly puts?: number;
  /** Documents that a client would read and write for the same. */
  readonly documents: { readonly read: number; readonly write: number };
  /** How often a member does it in a month: little, ordinarily, much. */
  readonly monthly: readonly [number, number, number];
}

/** Units as docs/access-patterns.md and the benchmark have them, in ordinary cases. */
const OPERATIONS: readonly Operation[] = [
  // Five posts with their authors' current names, five files, five neighbours, the profile.
  { name: 'Dashboard', reads: 12, http: 1, functions: 1, documents: { read: 31, write: 0 }, monthly: [8, 40, 150] },
  {
    name: 'Page of 20 files',
    reads: 25,
    http: 1,
    functions: 1,
    documents: { read: 40, write: 0 },
    monthly: [4, 30, 200],
  },
  {
    name: 'Page of 10 posts',
    reads: 16,
    http: 1,
    functions: 1,
    documents: { read: 30, write: 0 },
    monthly: [4, 30, 200],
  },
  {
    name: 'Page of 10 members',
    reads: 7,
    http: 1,
    functions: 1,
    documents: { read: 10, write: 0 },
    monthly: [2, 10, 50],
  },
  {
    name: 'Profile with posts and files',
    reads: 10,
    http: 3,
    functions: 3,
    documents: { read: 16, write: 0 },
    monthly: [4, 20, 100],
  },
  {
    name: 'Like',
    reads: 1.5,
    writes: 4,
    http: 1,
    functions: 1,
    documents: { read: 0, write: 2 },
    monthly: [5, 40, 300],
  },
  { name: 'Follow', reads: 3, writes: 8, http: 1, functions: 1, documents: { read: 0, write: 2 }, monthly: [1, 5, 20] },
  { name: 'Post', reads: 1, writes: 7, http: 1, functions: 1, documents: { read: 0, write: 1 }, monthly: [1, 5, 30] },
  {
    name: 'Comment',
    reads: 3,
    writes: 7,
    http: 1,
    functions: 1,
    documents: { read: 0, write: 2 },
    monthly: [1, 10, 60],
  },
  // Asked for, stored, recorded by the page and by the bucket's event.
  {
    name: 'Upload',
    reads: 4,
    writes: 16,
    http: 2,
    functions: 3,
    puts: 1,
    documents: { read: 1, write: 3 },
    monthly: [1, 5, 30],
  },
  {
    name: 'Opening a file',
    reads: 1,
    writes: 1,
    http: 1,
    functions: 1,
    documents: { read: 1, write: 1 },
    monthly: [4, 30, 200],
  },
  // One frame in, two out; the other reads it.
  {
    name: 'Message, sent and read',
    reads: 6,
    writes: 14,
    functions: 2,
    frames: 5,
    documents: { read: 4, write: 5 },
    monthly: [10, 100, 800],
  },
  {
    name: 'Payment',
    reads: 8,
    writes: 12,
    http: 3,
    functions: 3,
    documents: { read: 2, write: 3 },
    monthly: [0, 0.1, 0.5],
  },
];

/** Minutes that a member's screens are open in a month. */
const OPEN_MINUTES = [120, 900, 5000] as const;

/** Dollars per million operations, by what they are for. */
function awsPrice(operation: Operation) {
  const { reads = 0, writes = 0, http = 0, functions = 0, frames = 0, puts = 0 } = operation;
  const table = reads * AWS.readUnits + writes * AWS.writeUnits;
  const calls = http * AWS.httpCalls + frames * AWS.socketMessages + puts * AWS.s3Puts;
  const compute = functions * (AWS.lambdaCalls + SECONDS * MEMORY_GB * AWS.lambdaGbSeconds);
  return { table, calls, compute, all: table + calls + compute };
}

function documentPrice({ documents: { read, write } }: Operation): number {
  return read * DOCUMENTS.read + write * DOCUMENTS.write;
}

const money = (dollars: number) => dollars.toFixed(2);

console.log('| A million of | Table | Calls | Functions | Fathom, $ | Document store, $ | |');
console.log('|---|---:|---:|---:|---:|---:|---|');
for (const operation of OPERATIONS) {
  const { table, calls, compute, all } = awsPrice(operation);
  const other = documentPrice(operation);
  const cells = [table, calls, compute, all, other].map(money).join(' | ');
  console.log(`| ${operation.name} | ${cells} | ${all > other ? 'we lose' : ''} |`);
}

console.log('\n| 1,000 members, a month | Fathom, $ | of it open sockets, $ | Document store, $ |');
console.log('|---|---:|---:|---:|');
for (const [level, name] of ['who look in', 'who are at home here', 'who live here'].entries()) {
  const total = (price: (operation: Operation) => number) =>
    OPERATIONS.reduce((sum, operation) => sum + (price(operation) * operation.monthly[level]!) / 1000, 0);
  const sockets = (OPEN_MINUTES[level]! * AWS.socketMinutes) / 1000;
  const ours = total((operation) => awsPrice(operation).all) + sockets;
  console.log(`| ${name} | ${money(ours)} | ${money(sockets)} | ${money(total(documentPrice))} |`);
}
