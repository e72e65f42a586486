/**
 * `npm run script-sizes`: builds the pages, prints the scripts of the screens with budgets compared with the baseline, and
 * records their sizes as the new baseline in infra/script-baseline.json.
 *
 * The baseline only explains a budget that is exceeded: it shows which modules have grown. Record it after a change that
 * is meant to add to these screens.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseCommandLine } from '../infra/command-line.ts';
import { providePages } from '../infra/local/site/web-build.ts';
import { PROJECT } from '../infra/local/template/synthesis.ts';
import { BUDGETED_SCREENS, measureScreen } from '../infra/screen-scripts.ts';
import { BASELINE_FILE, buildBaseline, describeGrowth } from '../infra/script-baseline.ts';

const HELP = `Compares the scripts of the screens with budgets with the baseline, and records their sizes as the new baseline.

  npm run script-sizes
`;

parseCommandLine(HELP);

const file = join(PROJECT, BASELINE_FILE);
const pages = mkdtempSync(join(tmpdir(), 'fathom-pages-'));

try {
  await providePages(pages);
  const screens = BUDGETED_SCREENS.map((screen) => ({ ...screen, ...measureScreen(pages, screen) }));
  const oldBaseline = JSON.parse(readFileSync(file, 'utf8'));
  for (const { path, maxScriptKb, scripts } of screens) {
    console.log(`## ${path} (budget: ${maxScriptKb} KB)\n\n${describeGrowth(scripts, oldBaseline)}\n`);
  }

  const baseline = buildBaseline(screens.flatMap(({ scripts }) => scripts));
  writeFileSync(file, `${JSON.stringify(baseline, null, 2)}\n`);
  console.log(`Recorded ${BASELINE_FILE}`);
} finally {
  rmSync(pages, { recursive: true, force: true });
}
