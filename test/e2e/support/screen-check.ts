import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { resize } from './resize.ts';

/** Widths of a desktop window and a phone, in pixels. */
const WIDTHS = [1440, 390];
const HEIGHT = 900;

/** Folder of the screenshots. Set `FATHOM_SCREENSHOTS` to write them. */
const SCREENSHOTS = join(import.meta.dirname, '../../../.local/screenshots');

/** Script for the page. Returns the running animations. Pages of tests prefer reduced motion, so none may run. */
const FIND_MOTION = `document.getAnimations().filter(({ playState }) => playState === 'running')
  .map(({ animationName, transitionProperty, effect }) =>
    (animationName ?? transitionProperty) + ' of ' + (effect.target.getAttribute('class') || effect.target.tagName))`;

/** Checks for axe violations, horizontal scrolling, and motion at desktop and phone width. Can write screenshots. */
export async function checkScreen(page: Page, name: string): Promise<void> {
  const sizeBefore = page.viewportSize();

  for (const width of WIDTHS) {
    await resize(page, { width, height: HEIGHT });

    // Describes violations only, because describing the elements that pass takes twice as long.
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
    // Legacy mode saves the second page that axe otherwise opens for each run. Only pages with frames need that page.
    const { violations } = await axe.setLegacyMode(page.frames().length === 1).analyze();
    const violatingElements = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
    );
    expect(violatingElements, `axe on ${name} at ${width} px`).toEqual([]);

    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(overflow, `horizontal scrolling on ${name} at ${width} px`).toBeLessThanOrEqual(0);
    await expect.poll(() => page.evaluate(FIND_MOTION), { message: `motion on ${name} at ${width} px` }).toEqual([]);

    if (process.env.FATHOM_SCREENSHOTS) {
      mkdirSync(SCREENSHOTS, { recursive: true });
      await page.screenshot({ path: join(SCREENSHOTS, `${name}-${width}.png`), fullPage: true });
    }
  }

  if (sizeBefore) await resize(page, sizeBefore);
}
