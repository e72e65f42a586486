import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Maximum number of Tab presses to reach an element. Every screen has fewer elements that Tab reaches. */
const MAX_STOPS = 150;

/**
 * Script for the page. Returns a problem of the focused element, or undefined.
 *
 * The focus must have a visible indicator, be inside the viewport, and not be covered. No ancestor may clip the
 * indicator.
 */
const FIND_FOCUS_PROBLEM = `(() => {
  let target = document.activeElement;
  if (!target || target === document.body || target.tagName === 'IFRAME') return undefined;
  const label = target.getAttribute('aria-label') || target.textContent.trim().slice(0, 40);
  const name = label || target.tagName + '.' + target.className;

  const hasIndicator = (element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || /\\dpx [2-9]px/.test(boxShadow);
  };
  const isHidden = (element) => element.offsetWidth < 4 || getComputedStyle(element).opacity === '0';

  // Visually hidden inputs show their focus on the label or the next element.
  if (isHidden(target)) {
    const substitutes = [target.nextElementSibling, target.closest('label')];
    target = substitutes.find((element) => element && hasIndicator(element)) ?? target;
  }
  if (!hasIndicator(target)) return name + ': no focus indicator';

  const { outlineWidth, outlineOffset } = getComputedStyle(target);
  const margin = Math.max(0, parseFloat(outlineWidth) + parseFloat(outlineOffset));
  const box = target.getBoundingClientRect();
  if (box.bottom < 0 || box.top > innerHeight) return name + ': outside the viewport';

  // The centre of the target, or the nearest point inside the viewport.
  const centreX = box.x + box.width / 2;
  const centreY = box.y + Math.min(box.height, innerHeight) / 2;
  const topElement = document.elementFromPoint(centreX, Math.min(innerHeight - 1, Math.max(0, centreY)));
  const targetArea = target.closest('label') ?? target;
  if (topElement && !targetArea.contains(topElement) && !topElement.contains(target)) {
    return name + ': covered by ' + topElement.className;
  }

  for (let ancestor = target.parentElement; ancestor && ancestor !== document.body; ancestor = ancestor.parentElement) {
    if (getComputedStyle(ancestor).overflowX === 'visible') continue;
    const ancestorBox = ancestor.getBoundingClientRect();
    const isClipped = box.left - margin < ancestorBox.left - 1 || box.right + margin > ancestorBox.right + 1;
    if (isClipped) return name + ': clipped by ' + ancestor.className;
  }
  return undefined;
})()`;

/** Uses a page by keyboard only, and checks the focus indicator at every stop. */
export class KeyboardUser {
  readonly page: Page;
  /** The problems of all stops so far. */
  readonly problems = new Set<string>();

  constructor(page: Page) {
    this.page = page;
  }

  /** Presses a key, or keys joined by `+`. */
  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
  }

  /** Enters a text in the focused field without key presses. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.insertText(text);
  }

  /** Presses Tab until the element with this role and name has the focus. */
  async tabTo(role: 'link' | 'button' | 'textbox' | 'tab' | 'radio', name: string | RegExp): Promise<void> {
    const target = this.page
      .getByRole(role, { name, exact: typeof name === 'string' })
      .and(this.page.locator(':focus'));

    for (let stop = 0; stop < MAX_STOPS; stop += 1) {
      await this.press('Tab');
      const problem = await this.page.evaluate<string | undefined>(FIND_FOCUS_PROBLEM);
      if (problem) this.problems.add(problem);
      if ((await target.count()) > 0) return;
    }

    expect.fail(`Tab does not reach the ${role} ${name}.`);
  }

  /** Waits until the screen's heading has this text and the focus. */
  async expectHeading(name: string | RegExp): Promise<void> {
    await this.page.getByRole('heading', { level: 1, name }).waitFor();
    await expect.poll(() => this.readFocusedName()).toMatch(name instanceof RegExp ? name : new RegExp(`^${name}`));
    expect(await this.page.evaluate('document.activeElement.tagName')).toBe('H1');
  }

  /** Returns the label or text of the focused element, without hidden parts such as the letter of an avatar. */
  readFocusedName(): Promise<string> {
    return this.page.evaluate(`(() => {
      const label = document.activeElement.getAttribute('aria-label');
      if (label !== null) return label;
      const copy = document.activeElement.cloneNode(true);
      for (const hiddenPart of copy.querySelectorAll('[aria-hidden="true"]')) hiddenPart.remove();
      return copy.textContent.trim();
    })()`);
  }
}
