import type { Locator, Page } from 'playwright-core';

/** The properties of a text field that this file uses. The tests compile without the types of the DOM. */
interface TextField {
  readonly ownerDocument: { execCommand(command: string, showUi: boolean, value: string): boolean };
  focus(): void;
  select(): void;
}

/**
 * Replaces Playwright's input of text, for stock Firefox and WebKit.
 *
 * There, Playwright sets a field's value by script, and React ignores a value that a script has set. The editing
 * command changes the field as a key does.
 */
export function replaceTextInput(page: Page): void {
  const focusedField = page.locator(':focus');
  const insertText = (text: string) =>
    focusedField.evaluate((field: TextField, value) => {
      field.ownerDocument.execCommand('insertText', false, value);
    }, text);
  Object.assign(page.keyboard, { insertText });
  // All locators share one prototype.
  Object.assign(Object.getPrototypeOf(focusedField), { fill });
}

/** Replaces a field's text, like Playwright's `fill`. */
async function fill(this: Locator, text: string): Promise<void> {
  await this.waitFor();
  await this.evaluate((field: TextField, value) => {
    field.focus();
    field.select();
    // Inserting an empty text changes nothing, so the selected text is deleted instead.
    field.ownerDocument.execCommand(value === '' ? 'delete' : 'insertText', false, value);
  }, text);
}
