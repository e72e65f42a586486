import { replaceSection } from '../../../infra/document-section.ts';
import { allEndpoints } from '../../../shared/contract/contract.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import type { Round } from './observe-rounds.ts';
import { OVER_BUDGET } from './over-budget.ts';

/** The observed rounds of one case. */
export interface ObservedCase {
  /** The endpoint, such as `PUT /files/like`, or the route of the WebSocket API. */
  readonly name: string;
  readonly label?: string | undefined;
  readonly rounds: readonly Round[];
  /** Requests to other services, such as `S3 2`. */
  readonly others: string;
}

/** The maximum rounds of an endpoint. */
interface Budget {
  readonly maxRounds: number;
  /** Whether one more round is allowed if a round contains a write. */
  readonly allowsWrite: boolean;
}

/** Budget of an endpoint that returns a list. */
const LIST_BUDGET: Budget = { maxRounds: 4, allowsWrite: false };

/** Budget of the dashboard. */
const DASHBOARD_BUDGET: Budget = { maxRounds: 3, allowsWrite: false };

/** Budget of all other endpoints and of the routes. */
const OTHER_BUDGET: Budget = { maxRounds: 2, allowsWrite: true };

/** Returns whether a request of a round changes an item of the endpoint. */
export function isWrite(request: string): boolean {
  return /^(Put|Update|Delete|Transaction)/.test(request);
}

/** Returns the budget of an endpoint or a route. */
function findBudget(name: string): Budget {
  const endpoint = allEndpoints.find((candidate) => titleOf(candidate) === name);
  if (!endpoint) return OTHER_BUDGET;
  if (endpoint.name === 'account-dashboard') return DASHBOARD_BUDGET;

  return endpoint.resource === 'list' || hasPages(endpoint) ? LIST_BUDGET : OTHER_BUDGET;
}

/** Returns whether an endpoint returns a list page by page. */
function hasPages({ query, body }: Endpoint): boolean {
  return [query, body].some((schema) => schema && 'limit' in schema.shape);
}

/** Returns the name of an endpoint in the table. */
export function titleOf({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}

/** Returns whether a case has more rounds than its budget. The budget of 2 allows one additional round with a write. */
export function isOverBudget({ name, rounds }: ObservedCase): boolean {
  const budget = findBudget(name);
  const hasExtraWrite = budget.allowsWrite && rounds.some((round) => round.some(isWrite));
  return rounds.length - (hasExtraWrite ? 1 : 0) > budget.maxRounds;
}

/** Returns the name of a case in the table. */
function formatCaseName({ name, label }: ObservedCase): string {
  return label === undefined ? name : `${name}, ${label}`;
}

/**
 * Returns docs/access-patterns.md with the table of rounds.
 *
 * @throws Error if a case has more rounds than its budget without a reason
 */
export function insertRounds(document: string, cases: readonly ObservedCase[]): string {
  const lines = [...formatRows(cases), '', 'Why some have more rounds than their budget:', '', ...formatReasons(cases)];
  return replaceSection(document, 'rounds', lines.join('\n'));
}

/** Formats the table of all cases. */
function formatRows(cases: readonly ObservedCase[]): string[] {
  return [
    '| Endpoint or route | Rounds | Budget | Requests of each round | Other services |',
    '|---|---:|---|---|---|',
    ...cases.map((observedCase) => {
      const { name, rounds, others } = observedCase;
      const { maxRounds, allowsWrite } = findBudget(name);
      const budget = `${maxRounds}${allowsWrite ? ' and a write' : ''}`;
      const requests = rounds.map(formatRound).join('; ');
      const mark = isOverBudget(observedCase) ? ' (over)' : '';
      const cells = [formatCaseName(observedCase), rounds.length, `${budget}${mark}`, requests || '–', others || '–'];
      return `| ${cells.join(' | ')} |`;
    }),
  ];
}

/** Formats the reason of each endpoint and route that has a case over its budget. */
function formatReasons(cases: readonly ObservedCase[]): string[] {
  const names = new Set(cases.filter(isOverBudget).map(({ name }) => name));
  return [...names].map((name) => {
    const reason = OVER_BUDGET[name];
    if (reason === undefined) throw new Error(`${name} has more rounds than its budget. State why in over-budget.ts.`);
    return `- ${name}: ${reason}`;
  });
}

/** Returns the requests of a round with their numbers, such as `2 Get, Query`. */
function formatRound(round: Round): string {
  const counts = Map.groupBy(round, (request) => request);
  return [...counts].map(([request, { length }]) => (length > 1 ? `${length} ${request}` : request)).join(', ');
}
