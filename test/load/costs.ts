/**
 * Estimates Fathom's costs on AWS from the capacity that `npm run bench -- --only capacity` measures, and compares them
 * with a document store that browsers use directly. `node test/load/costs.ts` prints the tables of docs/costs.md.
 */

/** List prices in us-east-1, in dollars per million. */
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

/** List prices of Cloud Firestore, multi-region, in dollars per million documents. */
const DOCUMENTS = { read: 0.6, write: 1.8 } as const;

const MEMORY_GB = 0.5;
/** Duration of a warm function, including waiting for the table. An assumption, not measured on AWS. */
const FUNCTION_SECONDS = 0.03;

interface Operation {
  readonly name: string;
  readonly reads?: number;
  readonly writes?: number;
  readonly http?: number;
  readonly functions?: number;
  /** WebSocket frames, in both directions. */
  readonly frames?: number;
  /** PUTs to the bucket. */
  readonly puts?: number;
  /** Documents that a client of a document store would read and write. */
  readonly documents: { readonly read: number; readonly write: number };
  /** Operations per member and month: light, regular, and heavy use. */
  readonly monthly: readonly [number, number, number];
}

/** Units of typical cases, from docs/access-patterns.md and the benchmark. */
const OPERATIONS: readonly Operation[] = [
  // The profile, five posts with their authors' names, five files, five nearby members.
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
  // Presigned URL, PUT, save-metadata, and the bucket's event.
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
  // One frame in and two out, plus the frames of reading it.
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

/** Minutes with an open page per member and month. */
const OPEN_MINUTES = [120, 900, 5000] as const;

/** Returns the price of a million operations in dollars, by kind. */
function awsPrice(operation: Operation) {
  const { reads = 0, writes = 0, http = 0, functions = 0, frames = 0, puts = 0 } = operation;
  const table = reads * AWS.readUnits + writes * AWS.writeUnits;
  const calls = http * AWS.httpCalls + frames * AWS.socketMessages + puts * AWS.s3Puts;
  const compute = functions * (AWS.lambdaCalls + FUNCTION_SECONDS * MEMORY_GB * AWS.lambdaGbSeconds);
  return { table, calls, compute, all: table + calls + compute };
}

function documentPrice({ documents: { read, write } }: Operation): number {
  return read * DOCUMENTS.read + write * DOCUMENTS.write;
}

const formatPrice = (dollars: number) => dollars.toFixed(2);

console.log('| A million of | Table | Calls | Functions | Fathom, $ | Document store, $ | |');
console.log('|---|---:|---:|---:|---:|---:|---|');
for (const operation of OPERATIONS) {
  const { table, calls, compute, all } = awsPrice(operation);
  const other = documentPrice(operation);
  const cells = [table, calls, compute, all, other].map(formatPrice).join(' | ');
  console.log(`| ${operation.name} | ${cells} | ${all > other ? 'more expensive' : ''} |`);
}

console.log('\n| 1,000 members, one month | Fathom, $ | of which open sockets, $ | Document store, $ |');
console.log('|---|---:|---:|---:|');
for (const [level, name] of ['light use', 'regular use', 'heavy use'].entries()) {
  const total = (price: (operation: Operation) => number) =>
    OPERATIONS.reduce((sum, operation) => sum + (price(operation) * operation.monthly[level]!) / 1000, 0);
  const sockets = (OPEN_MINUTES[level]! * AWS.socketMinutes) / 1000;
  const ours = total((operation) => awsPrice(operation).all) + sockets;
  console.log(`| ${name} | ${formatPrice(ours)} | ${formatPrice(sockets)} | ${formatPrice(total(documentPrice))} |`);
}
