import { ProvisionedThroughputExceededException, ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** A client of the table, to which middlewares can be added. */
type DocumentClient = Pick<DynamoDBDocumentClient, 'middlewareStack'>;

/** A call of the table's client. */
export interface TableCall {
  readonly command: string;
  readonly input: Record<string, unknown>;
}

/**
 * How a call fails:
 *
 * - `throttled`: a transient error; the call is not made.
 * - `rejected`: a final error; the call is not made.
 * - `response lost`: the call is made, and its response is lost, after all attempts of the SDK.
 */
export type FaultKind = 'throttled' | 'rejected' | 'response lost';

/** Selects the calls that fail. `index` counts the calls since the fault was set, from 0. */
type CallMatcher = (call: TableCall, index: number) => boolean;

/** Injects errors into a client's calls. */
export interface TableFaults {
  /** Makes the first `times` calls that match fail (1 by default), and replaces earlier faults. */
  fail(kind: FaultKind, matches: CallMatcher, times?: number): void;
  /** Removes the faults, and returns how many calls were made to fail. */
  clear(): number;
}

/** Adds a middleware that injects errors above the SDK's own retries. */
export function injectTableFaults(table: DocumentClient): TableFaults {
  let fault: { kind: FaultKind; matches: CallMatcher; times: number } | undefined;
  let callCount = 0;
  let injectedCount = 0;

  /** Returns how this call fails, or undefined if it succeeds. */
  const takeFault = (call: TableCall): FaultKind | undefined => {
    if (!fault || injectedCount >= fault.times) return undefined;

    const index = callCount++;
    if (!fault.matches(call, index)) return undefined;

    injectedCount++;
    return fault.kind;
  };

  table.middlewareStack.add(
    (next, context) => async (args) => {
      const kind = takeFault({ command: context.commandName ?? '', input: args.input as Record<string, unknown> });
      if (kind === 'throttled') throw new ProvisionedThroughputExceededException({ message: '', $metadata: {} });
      if (kind === 'rejected') throw new ResourceNotFoundException({ message: '', $metadata: {} });

      const response = await next(args);
      if (kind === 'response lost') throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
      return response;
    },
    { name: 'faults', step: 'initialize' },
  );

  return {
    fail(kind, matches, times = 1) {
      fault = { kind, matches, times };
      callCount = 0;
      injectedCount = 0;
    },
    clear() {
      fault = undefined;
      return injectedCount;
    },
  };
}
