/** Limits how much each screen loads. Scripts and styles delay the first view of a screen, above all on a phone. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { providePages } from '../../infra/local/site/web-build.ts';
import {
  BUDGETED_SCREENS,
  MAX_SCRIPTS,
  MAX_STYLE_KB,
  type MeasuredScript,
  measureScreen,
  sumBytes,
} from '../../infra/screen-scripts.ts';
import { BASELINE_FILE, describeGrowth } from '../../infra/script-baseline.ts';

const KB = 1000;
const baseline = JSON.parse(readFileSync(join(import.meta.dirname, '../..', BASELINE_FILE), 'utf8'));
const pages = mkdtempSync(join(tmpdir(), 'fathom-script-budgets-'));

// Copies the build of the browser tests' local cloud, if it was built from the current sources.
beforeAll(() => providePages(pages));
afterAll(() => rmSync(pages, { recursive: true, force: true }));

describe.each(BUDGETED_SCREENS)('$path', (screen) => {
  const { path, maxScriptKb } = screen;
  const measure = () => measureScreen(pages, screen);

  it(`loads at most ${maxScriptKb} KB of compressed scripts until it is visible`, () => {
    const { scripts } = measure();
    const kb = sumBytes(scripts) / KB;
    // Fails if the measurement misses scripts.
    expect(kb).toBeGreaterThan(50);
    if (kb > maxScriptKb) expect.fail(explainExcess(path, kb - maxScriptKb, scripts));
  });

  it(`loads at most ${MAX_SCRIPTS} scripts`, () => {
    const names = measure().scripts.map(({ name }) => name);
    expect(names.length, names.join(', ')).toBeLessThanOrEqual(MAX_SCRIPTS);
  });

  it(`loads at most ${MAX_STYLE_KB} KB of compressed styles`, () => {
    const kb = sumBytes(measure().styles) / KB;
    expect(kb).toBeGreaterThan(1);
    expect(kb).toBeLessThanOrEqual(MAX_STYLE_KB);
  });
});

/** Formats the failure message: the excess, the scripts that grew, and what to do. */
function explainExcess(path: string, excess: number, scripts: readonly MeasuredScript[]): string {
  return `${path} loads ${excess.toFixed(2)} KB more scripts than its budget.

${describeGrowth(scripts, baseline)}

Load on demand what the screen doesn't need at first: see lazyPart and lazyDecoration.
To record the present sizes as the baseline, which changes no budget: npm run script-sizes
`;
}
