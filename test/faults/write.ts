import { expect } from 'vitest';
import { transientErrors } from '../../shared/contract/error-codes.ts';
import { Member } from '../support/member.ts';

/** The result of a request or a frame. `status` is 200 unless it was rejected. */
export interface WriteResponse {
  readonly status: number;
  readonly code?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** A write that is ready to be sent, once or repeatedly. */
interface PreparedWrite {
  /** Sends the write. A repeated call sends the same request, like a page that retries. */
  send(): Promise<WriteResponse>;
  /** Reads what members see of the write. */
  readEffect(): Promise<unknown>;
  /** What members see after the write. */
  readonly effect: unknown;
}

/** A write that fault tests send while calls to the database fail. */
export interface Write {
  readonly name: string;
  /** Set if a repeated request may get 404, because the first one has deleted the item. */
  readonly canBeGone?: true;
  /** Creates new items that the write needs. */
  prepare(): Promise<PreparedWrite>;
}

/**
 * Checks that a response is a success, or an error after which the client may repeat the request. If a function times
 * out because it waits between its retries, API Gateway returns 503 without a code.
 */
export function expectSuccessOrTransientError(response: WriteResponse, context: string): void {
  const hasTimedOut = response.status === 503 && response.code === undefined;
  if (response.status !== 200 && !hasTimedOut) expectTransientError(response, context);
}

/** Checks that a response tells the client to repeat the request after some seconds. */
export function expectTransientError({ status, code, retryAfterSeconds }: WriteResponse, context: string): void {
  expect(status, context).toBe(503);
  expect(transientErrors, context).toContain(code);
  expect(retryAfterSeconds, context).toBeGreaterThan(0);
}

/** Two members at 0 m, whose writes are tested. */
export interface MemberPair {
  readonly author: Member;
  readonly partner: Member;
}

/** Registers two members at 0 m. */
export async function registerPair(): Promise<MemberPair> {
  const [author, partner] = await Promise.all([Member.register(), Member.register()]);
  await Promise.all([author.ensureProfile(), partner.ensureProfile()]);
  return { author, partner };
}
