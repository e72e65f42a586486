import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const WIDTHS = [1440, 390];
const HEIGHT = 900;

/** The folder of the screenshots that `FATHOM_SCREENSHOTS` asks for. */
const SCREENSHOTS = join(import.meta.dirname, '../../../.local/screenshots');

/** Checks a screen at desktop and phone width: no axe violations, and no sideways scrolling. */
export async function checkScreen(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    // Only violations are described. Describing the elements that pass takes as long as finding them.
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
    // Legacy mode skips a second page that axe opens for each run. Only pages with frames need it.
    const { violations } = await axe.setLegacyMode(page.frames().length === 1).analyze();
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
    expect(found, `axe on ${name} at ${width} px`).toEqual([]);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(overflow, `sideways scrolling on ${name} at ${width} px`).toBeLessThanOrEqual(0);
    if (process.env.FATHOM_SCREENSHOTS) {
      mkdirSync(SCREENSHOTS, { recursive: true });
      await page.screenshot({ path: join(SCREENSHOTS, `${name}-${width}.png`), fullPage: true });
    }
  }
  if (before) await page.setViewportSize(before);
}
