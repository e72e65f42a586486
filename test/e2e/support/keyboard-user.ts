import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** So many stops and the whole screen has been walked through, and more. */
const MANY_STOPS = 150;

/**
 * Runs in the page: what is wrong with the place where the keyboard is. It has to be marked, in sight, before all
 * else, and its mark must not be cut off by what clips its content.
 */
const PROBLEM_OF_STOP = `(() => {
  let shown = document.activeElement;
  if (!shown || shown === document.body || shown.tagName === 'IFRAME') return undefined;
  const name = shown.getAttribute('aria-label') || shown.textContent.trim().slice(0, 40) || shown.tagName + '.' + shown.className;
  const marked = (element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || /\\dpx [2-9]px/.test(boxShadow);
  };
  const hidden = (element) => element.offsetWidth < 4 || getComputedStyle(element).opacity === '0';
  // What is chosen by an unseen field is marked on what stands for it.
  if (hidden(shown)) shown = [shown.nextElementSibling, shown.closest('label')].find((one) => one && marked(one)) ?? shown;
  if (!marked(shown)) return name + ': no mark';
  const { outlineWidth, outlineOffset } = getComputedStyle(shown);
  const room = Math.max(0, parseFloat(outlineWidth) + parseFloat(outlineOffset));
  const box = shown.getBoundingClientRect();
  if (box.bottom < 0 || box.top > innerHeight) return name + ': out of sight';
  const at = document.elementFromPoint(box.x + box.width / 2, Math.min(innerHeight - 1, Math.max(0, box.y + Math.min(box.height, innerHeight) / 2)));
  if (at && !(shown.closest('label') ?? shown).contains(at) && !at.contains(shown)) return name + ': behind ' + at.className;
  for (let around = shown.parentElement; around && around !== document.body; around = around.parentElement) {
    if (getComputedStyle(around).overflowX === 'visible') continue;
    const edge = around.getBoundingClientRect();
    if (box.left - room < edge.left - 1 || box.right + room > edge.right + 1) return name + ': cut off by ' + around.className;
  }
  return undefined;
})()`;

/** Somebody without a mouse. Every place that they come by is looked at. */
export class KeyboardUser {
  readonly page: Page;
  /** What was wrong at the places that they came by. */
  readonly problems = new Set<string>();

  constructor(page: Page) {
    this.page = page;
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.insertText(text);
  }

  /** Goes on from place to place until one is reached whose role and name are so. */
  async to(role: 'link' | 'button' | 'textbox' | 'tab' | 'radio', name: string | RegExp): Promise<void> {
    const wanted = this.page
      .getByRole(role, { name, exact: typeof name === 'string' })
      .and(this.page.locator(':focus'));
    for (let stop = 0; stop < MANY_STOPS; stop += 1) {
      await this.press('Tab');
      const problem = await this.page.evaluate<string | undefined>(PROBLEM_OF_STOP);
      if (problem) this.problems.add(problem);
      if ((await wanted.count()) > 0) return;
    }
    expect.fail(`The keyboard does not come by the ${role} ${name}.`);
  }

  /** Waits until the focus is on the screen's heading, and that says this. */
  async expectHeading(name: string | RegExp): Promise<void> {
    await this.page.getByRole('heading', { level: 1, name }).waitFor();
    await expect.poll(() => this.focused()).toMatch(name instanceof RegExp ? name : new RegExp(`^${name}`));
    expect(await this.page.evaluate('document.activeElement.tagName')).toBe('H1');
  }

  /** What the element that has the focus is called. */
  focused(): Promise<string> {
    return this.page.evaluate(
      `document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent.trim()`,
    );
  }
}
