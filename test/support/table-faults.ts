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

/** Injects errors into a client's calls. */
export interface TableFaults {
  /** Makes the first calls that match fail, and replaces earlier faults. `index` counts the calls, from 0. */
  fail(kind: FaultKind, matches: (call: TableCall, index: number) => boolean, times?: number): void;
  /** Removes the faults, and returns how many calls were made to fail. */
  clear(): number;
}

/** Adds a middleware that injects errors above the SDK's own retries. */
export function injectTableFaults(table: DocumentClient): TableFaults {
  let fault: { kind: FaultKind; matches: (call: TableCall, index: number) => boolean; times: number } | undefined;
  let callCount = 0;
  let injectedCount = 0;

  table.middlewareStack.add(
    (next, context) => async (args) => {
      const call = { command: context.commandName ?? '', input: args.input as Record<string, unknown> };
      const shouldFail = fault !== undefined && injectedCount < fault.times && fault.matches(call, callCount++);
      const kind = shouldFail ? fault!.kind : undefined;
      if (shouldFail) injectedCount++;
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
