import { expect, it } from 'vitest';
import { removeUnusedTokens } from './amplify-styles.ts';

it('removeUnusedTokens keeps tokens that components use, directly or through another token', () => {
  const base = `:root {
  --shade: #123;
  --button-color: var(--shade);
  --font: serif;
  --menu-color: red;
}
body { font-family: var(--font); }`;
  const styles = removeUnusedTokens(base, '.button { color: var(\n  --button-color\n); }');

  expect(styles).toBe(`:root {
  --shade: #123;
  --button-color: var(--shade);
  --font: serif;
}
body { font-family: var(--font); }`);
});
