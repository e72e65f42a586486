/**
 * Estimates what members cost on AWS, and with a document store that browsers use directly. The cost of an action
 * follows from the resources that it needs (operations.ts) and their prices (prices.ts).
 */
import { OPEN_MINUTES, OPERATIONS, type Operation, REFETCH_MINUTES } from './operations.ts';
import { AWS, FIXED_COSTS_TOTAL, STORE } from './prices.ts';

/** Capacity units of one action, as the benchmark measures them. */
export interface Units {
  readonly reads: number;
  readonly writes: number;
}

/** Capacity units of each action, by the action's name. */
export type UnitsByAction = ReadonlyMap<string, Units>;

/** Dollars for one action or one month, by service. */
export interface Cost {
  readonly table: number;
  /** API Gateway and CloudFront requests, WebSocket frames, and S3 requests. */
  readonly calls: number;
  readonly functions: number;
  readonly logs: number;
  readonly transfer: number;
  readonly firewall: number;
  /** Storage of the items that the action leaves in the table, for their first year. */
  readonly storage: number;
}

/** Kilobytes of 1,000 bytes per gigabyte. */
const KB_PER_GB = 1_000_000;

/** Number of members whose cost in a month is computed. */
export const MEMBERS = 1000;

/** A level of use, as an index in `Operation.monthly`: 0 is light, 1 regular, 2 heavy. */
type Level = 0 | 1 | 2;

/** Months for which an item of an action is stored: the first year. */
const STORED_MONTHS = 12;

/** Memory of a function, in GB. */
const MEMORY_GB = 0.5;

/** Assumptions about cold starts: share of calls, initialization in milliseconds, and number of secrets read. */
const COLD_START = { share: 0.02, milliseconds: 600, secrets: 1.5 };

/** Bytes of a function's log line and of the access log's line. Each includes CloudWatch's 26 bytes per line. */
const LOG_BYTES = { call: 300 + 26, request: 120 + 26 };

/** Kilobytes of headers in a response, and of a request that CloudFront sends to its origin. */
const HEADERS_KB = 0.8;

/** Kilobytes of a WebSocket frame. */
const FRAME_KB = 0.4;

/** Returns the cost of one action with Fathom, in dollars. */
export function computeActionCost(operation: Operation, { reads, writes }: Units): Cost {
  const { http = 0, assets = 0, frames = 0, kilobytes = 0, puts = 0, gets = 0, storedKilobytes = 0 } = operation;
  const [functionCalls, milliseconds] = operation.functions;
  const coldMilliseconds = COLD_START.share * COLD_START.milliseconds;
  const seconds = (milliseconds + coldMilliseconds) / 1000;
  const responses = http + assets;
  // Each request is counted against the member's limit per minute, which takes at most one write unit.
  const rateLimitWrites = http;

  return {
    table: reads * AWS.readUnit.price + (writes + rateLimitWrites) * AWS.writeUnit.price,
    calls:
      http * (AWS.apiCall.price + AWS.edgeRequest.price) +
      assets * (AWS.edgeRequest.price + AWS.edgeFunction.price) +
      frames * AWS.frame.price +
      puts * AWS.objectPut.price +
      gets * AWS.objectGet.price,
    functions:
      functionCalls *
      (AWS.functionCall.price +
        seconds * MEMORY_GB * AWS.functionGigabyteSecond.price +
        COLD_START.share * COLD_START.secrets * AWS.secretRead.price),
    logs: ((functionCalls * LOG_BYTES.call + http * LOG_BYTES.request) / 1e9) * AWS.logGigabyte.price,
    transfer:
      ((kilobytes + responses * HEADERS_KB) / KB_PER_GB) * AWS.edgeGigabyte.price +
      ((frames * FRAME_KB) / KB_PER_GB) * AWS.socketGigabyte.price,
    firewall: responses * AWS.firewallRequest.price,
    storage: (storedKilobytes / KB_PER_GB) * AWS.tableGigabyte.price * STORED_MONTHS,
  };
}

/** Returns the sum of all parts of a cost. */
export function sumCost(cost: Cost): number {
  return Object.values(cost).reduce((sum, part) => sum + part, 0);
}

/** The cost of {@link MEMBERS} members in one month with Fathom, in dollars. */
export interface MonthlyCost {
  readonly parts: Cost;
  /** The cost of open sockets. */
  readonly sockets: number;
  /** The total without sign-in. */
  readonly total: number;
}

/** Returns the cost of {@link MEMBERS} members in one month with Fathom. */
export function computeMonthlyCost(level: Level, units: UnitsByAction): MonthlyCost {
  const parts = { table: 0, calls: 0, functions: 0, logs: 0, transfer: 0, firewall: 0, storage: 0 };
  for (const operation of OPERATIONS) {
    const cost = computeActionCost(operation, findUnits(units, operation));
    for (const part of Object.keys(parts) as (keyof Cost)[]) {
      parts[part] += cost[part] * operation.monthly[level] * MEMBERS;
    }
  }

  const sockets = OPEN_MINUTES[level] * AWS.socketMinute.price * MEMBERS;
  return { parts, sockets, total: sumCost(parts) + sockets };
}

/** Dollars per document read and written. They differ between the locations of the document store. */
type StorePrices = { readonly read: { readonly price: number }; readonly write: { readonly price: number } };

/** Kilobytes of a document when it is sent to a client. */
const DOCUMENT_KB = 0.7;

/** Automatic indexes of every field make stored documents about this much larger. */
const INDEX_FACTOR = 3;

/** Duration of a server function's call, in tenths of a second. */
const SERVER_CALL_TENTHS = 2;

/** Returns the cost of the same action with the document store, in dollars. */
export function computeDocumentStoreCost(operation: Operation, prices: StorePrices): number {
  const { hostedKilobytes = 0, serverCalls = 0, puts = 0, gets = 0, storedKilobytes = 0 } = operation;
  const [read, write] = operation.documents;

  return (
    read * prices.read.price +
    write * prices.write.price +
    ((read * DOCUMENT_KB) / KB_PER_GB) * STORE.transferGigabyte.price +
    (hostedKilobytes / KB_PER_GB) * STORE.hostingGigabyte.price +
    serverCalls * (STORE.functionCall.price + SERVER_CALL_TENTHS * STORE.functionTenthSecond.price) +
    puts * STORE.objectPut.price +
    gets * STORE.objectGet.price +
    // `storedKilobytes` counts an item and its index entries. About half of it is the data, which a document has once.
    ((storedKilobytes * INDEX_FACTOR) / 2 / KB_PER_GB) * STORE.gigabyte.price * STORED_MONTHS
  );
}

/** Returns the cost of {@link MEMBERS} members in one month with the document store, without sign-in. */
export function computeMonthlyDocumentStoreCost(level: Level, prices: StorePrices): number {
  return OPERATIONS.reduce(
    (sum, operation) => sum + computeDocumentStoreCost(operation, prices) * operation.monthly[level] * MEMBERS,
    0,
  );
}

/** How the comparison with the document store depends on its assumptions. */
export interface Sensitivity {
  /** Minimum number of members whose savings pay for the fixed costs. */
  readonly breakEvenMembers: number;
  /** Share of the open minutes in which a page is used and refetches, as assumed. */
  readonly usedShare: number;
  /** The share up to which Fathom is cheaper, without its fixed costs. */
  readonly breakEvenShare: number;
}

/** Compares a month of a level with the document store in its default location. */
export function computeSensitivity(level: Level, units: UnitsByAction): Sensitivity {
  const savingsPerMember =
    (computeMonthlyDocumentStoreCost(level, STORE) - computeMonthlyCost(level, units).total) / MEMBERS;
  const refetch = OPERATIONS.find(({ name }) => name === 'Refetch of a screen')!;
  const extraPerRefetch =
    sumCost(computeActionCost(refetch, findUnits(units, refetch))) - computeDocumentStoreCost(refetch, STORE);
  // Each further refetch reduces the savings by `extraPerRefetch`, so this many use them up.
  const refetchesUntilEqual = savingsPerMember / extraPerRefetch;
  const computeShare = (refetches: number) => (refetches * REFETCH_MINUTES) / OPEN_MINUTES[level];

  return {
    breakEvenMembers: FIXED_COSTS_TOTAL / savingsPerMember,
    usedShare: computeShare(refetch.monthly[level]),
    breakEvenShare: computeShare(refetch.monthly[level] + refetchesUntilEqual),
  };
}

/**
 * Returns the units of an action.
 *
 * @throws Error if docs/access-patterns.md has no row for it
 */
export function findUnits(units: UnitsByAction, { name }: Pick<Operation, 'name'>): Units {
  const entry = units.get(name);
  if (!entry) throw new Error(`docs/access-patterns.md#actions has no row "${name}".`);
  return entry;
}
