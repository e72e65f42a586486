/**
 * Tests the rules for log lines that the compiler can't check. The compiler checks the types of
 * `lambdas/platform/log-fields.ts`, whose test fails to compile if the types are weakened.
 */
import { describe, expect, it } from 'vitest';
import { readSourceFiles } from '../support/source-files.ts';

const lambdas = readSourceFiles().filter(({ path }) => path.startsWith('lambdas/') && !path.endsWith('.test.ts'));

/** Files whose errors name the item that an operator must repair, and why. docs/operating.md lists the lines. */
const REPAIR_LINES: Readonly<Record<string, string>> = {
  'lambdas/account/audit-ledgers.ts': "job: a profile that doesn't match its ledger",
  'lambdas/account/purge-orphans.ts': 'job: members without a sign-in',
  'lambdas/files/apply-scan-result.ts': "an upload that couldn't be scanned",
  'lambdas/files/planned-deletions.ts': 'job: objects that stay',
  'lambdas/files/process-media.ts': "a file that couldn't be processed",
  'lambdas/payments/complete-order.ts': "an order at PayPal; not a member's ID",
  'lambdas/payments/settle-payment.ts': "a payment at its provider; not a member's ID",
  'lambdas/platform/log-fields.ts': 'defines nameForRepair',
  'lambdas/platform/process-rows.ts': 'jobs: a row that failed',
};

/** Returns the files whose code, without comments, matches a pattern. */
function findFiles(pattern: RegExp): string[] {
  return lambdas
    .filter(({ text }) => pattern.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')))
    .map(({ path }) => path)
    .toSorted();
}

describe('log lines', () => {
  it('log lines are written through the logger only', () => {
    expect(findFiles(/\bconsole\b|process\.(stdout|stderr)|\bnew Logger\b/)).toEqual(['lambdas/platform/logger.ts']);
  });

  it('log lines pass their fields as a literal, because the compiler accepts fields of the type any', () => {
    const nonLiteralFields = /\blogger\.(?!ts'|(info|warn|error)\(\s*('[^']*'|[\w.()]+),\s*\{)/;
    expect("logger.info('request', fields)").toMatch(nonLiteralFields);
    expect('logger.appendKeys({ status: 200 })').toMatch(nonLiteralFields);
    expect(findFiles(nonLiteralFields)).toEqual([]);
  });

  it('log lines name items only in errors that an operator must repair', () => {
    expect(findFiles(/\bnameForRepair\b/)).toEqual(Object.keys(REPAIR_LINES).toSorted());
  });

  it('log lines get pseudonyms from caller-hash.ts only, without casts elsewhere', () => {
    expect(findFiles(/\bas Pseudonym\b/)).toEqual(['lambdas/platform/caller-hash.ts']);
    expect(findFiles(/\bas (unknown as )?RepairId\b/)).toEqual([]);
    expect(findFiles(/logger\.\w+\([^;]*\bas (any|never|unknown)\b/)).toEqual([]);
  });
});
