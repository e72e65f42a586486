import { describe, expect, it } from 'vitest';
import { formatFailure } from './failure-list-reporter.ts';

const FAILURE = {
  project: 'unit',
  file: 'shared/rules/depth.test.ts',
  titles: ['depth', "rounds a member's depth (half up)"],
  message: 'AssertionError: expected 1 to be 2\n\nDiff:',
};

describe('formatFailure', () => {
  it('shows the test, the first line of its error, and the command that repeats the test', () => {
    const [title, error, command, ...rest] = formatFailure(FAILURE).split('\n');

    expect(title).toBe("  shared/rules/depth.test.ts › depth › rounds a member's depth (half up)");
    expect(error).toBe('    AssertionError: expected 1 to be 2');
    expect(command).toContain('npx vitest run --project unit shared/rules/depth.test.ts -t ');
    expect(command).toMatch(/-t 'depth rounds a member'\\''s depth \\\(half up\\\)'$/);
    expect(rest).toEqual(['']);
  });

  it('repeats the whole file if its tests build on each other, or if it failed to load', () => {
    const journey = formatFailure({ ...FAILURE, project: 'journeys', file: 'test/e2e/journeys/follow.test.ts' });
    expect(journey).toMatch(/--project journeys test\/e2e\/journeys\/follow\.test\.ts$/m);

    const fileFailure = formatFailure({ ...FAILURE, titles: [] });
    expect(fileFailure).toMatch(/shared\/rules\/depth\.test\.ts$/m);
  });

  it('names the command that rewrites a generated document', () => {
    const titles = ['docs/openapi.json', 'matches the contract (if not, run npm run generate)'];
    expect(formatFailure({ ...FAILURE, titles })).toContain('If the change is intended: npm run generate\n');
  });
});
