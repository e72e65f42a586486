import { findUnits, type UnitsByAction } from '../costs/model.ts';
import { OPEN_MINUTES, OPERATIONS } from '../costs/operations.ts';

/** Sizes of the community, in members who are active within a month. */
export const SIZES = [1e4, 1e5, 1e6, 1e7, 1e8] as const;

/** The index of regular use in `OPERATIONS`. */
const REGULAR = 1;

const DAYS_PER_MONTH = 30;
const SECONDS_PER_DAY = 86_400;

/** Actions in each hour of a day, relative to the mean. Most members live in neighbouring time zones. */
export const HOURLY_ACTIVITY = [
  0.4, 0.25, 0.2, 0.2, 0.2, 0.3, 0.5, 0.8, 1.0, 1.0, 1.0, 1.1, 1.2, 1.1, 1.0, 1.0, 1.1, 1.3, 1.6, 2.0, 2.2, 2.1, 1.6,
  0.85,
] as const;

/** Load of the busiest seconds of an hour, relative to the hour's mean. */
const PEAK_WITHIN_HOUR = 1.5;

/** Returns the load of the busiest seconds of a day, relative to the day's mean. */
export function computePeakFactor(): number {
  const mean = HOURLY_ACTIVITY.reduce((sum, hour) => sum + hour, 0) / HOURLY_ACTIVITY.length;
  return (Math.max(...HOURLY_ACTIVITY) / mean) * PEAK_WITHIN_HOUR;
}

/** Assumptions in addition to those of the cost model. */
export const ASSUMPTIONS = {
  /** New members per day, as a share of all members. */
  dailyNewMemberShare: 0.005,
  filesPerMember: 10,
  /** The share of files and members in the busiest depth band. */
  busiestBandShare: 0.6,
  /** Share of all members who like the post of a celebrity within an hour. */
  celebrityShare: 0.01,
  /** Likes in that hour's busiest minute, relative to the hour's mean. */
  celebrityPeak: 4,
} as const;

/** The load of a community in the busiest seconds of a day. Rates are per second. */
export interface Load {
  readonly members: number;
  /** Requests to the HTTP API. */
  readonly requests: number;
  /** WebSocket frames, in both directions. */
  readonly frames: number;
  readonly functionCalls: number;
  /** Number of functions that run at the same time. */
  readonly concurrency: number;
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly openSockets: number;
  readonly newSockets: number;
  readonly newMembers: number;
  readonly tokenRefreshes: number;
  /** Rate of likes of a celebrity's post. */
  readonly celebrityLikes: number;
  /** Returns the rate of an action, by its name in `OPERATIONS`. */
  rateOf(action: string): number;
}

/** Returns the load of a community with regular use. */
export function computeLoad(members: number, units: UnitsByAction): Load {
  const peak = computePeakFactor();
  const perSecond = (monthly: number) => ((members * monthly) / DAYS_PER_MONTH / SECONDS_PER_DAY) * peak;
  const sum = (amount: (operation: (typeof OPERATIONS)[number]) => number) =>
    OPERATIONS.reduce((total, operation) => total + perSecond(operation.monthly[REGULAR]) * amount(operation), 0);

  const rateOf = (action: string) => {
    const operation = OPERATIONS.find(({ name }) => name === action);
    if (!operation) throw new Error(`Unknown action "${action}".`);
    return perSecond(operation.monthly[REGULAR]);
  };

  const openMinutes = OPEN_MINUTES[REGULAR];

  return {
    members,
    requests: sum(({ http = 0 }) => http),
    frames: sum(({ frames = 0 }) => frames),
    functionCalls: sum(({ functions: [count] }) => count),
    // The functions' running time per second is the number of functions that run at the same time.
    concurrency: sum(({ functions: [count, milliseconds] }) => (count * milliseconds) / 1000),
    readUnits: sum((operation) => findUnits(units, operation).reads),
    // Each request is counted against the member's limit, which takes at most one write unit.
    writeUnits: sum((operation) => findUnits(units, operation).writes + (operation.http ?? 0)),
    // The sockets' open time in seconds per second is the number of sockets that are open at the same time.
    openSockets: perSecond(openMinutes * 60),
    // A socket lives for two hours at most.
    newSockets: rateOf('Opening the app') + perSecond(openMinutes / 120),
    newMembers: ((members * ASSUMPTIONS.dailyNewMemberShare) / SECONDS_PER_DAY) * peak,
    // Access tokens are valid for an hour, so the app refreshes them when it opens, and once per hour.
    tokenRefreshes: rateOf('Opening the app') + perSecond(openMinutes / 60),
    celebrityLikes: ((members * ASSUMPTIONS.celebrityShare) / 3600) * ASSUMPTIONS.celebrityPeak,
    rateOf,
  };
}
