import { describe, expect, it } from 'vitest';
import { countTests } from './vitest-run.ts';

describe('countTests', () => {
  it('reads the counts from the last line that contains counts', () => {
    const output = 'a project: 1 passed, 9 failed\n3 passed, 0 failed\n\n12 passed, 0 failed, 2 skipped\n';

    expect(countTests(output, 0)).toEqual({ passed: 12, failed: 0, skipped: 2 });
  });

  it('counts a failed test if a run ends with an error and all tests passed', () => {
    const counts = countTests('12 passed, 0 failed, 2 skipped\n', 1);
    expect(counts).toEqual({ passed: 12, failed: 1, skipped: 2, problem: 'exit 1' });
  });

  it('counts a failed test if an installation failed, whatever ran before', () => {
    expect(countTests('12 passed, 0 failed\n', 3)).toMatchObject({ failed: 1, problem: 'could not be installed' });
  });

  it('counts a command without counts as one test', () => {
    expect(countTests('38 of 38 mutants caught.\n', 0)).toEqual({ passed: 1, failed: 0, skipped: 0 });
    expect(countTests('37 of 38 mutants caught.\n', 1)).toMatchObject({ passed: 0, failed: 1, problem: 'exit 1' });
  });
});
