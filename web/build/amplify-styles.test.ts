import { expect, it } from 'vitest';
import { withoutUnusedTokens } from './amplify-styles.ts';

it('keeps the tokens that components refer to, directly or through another token', () => {
  const base = `:root {
  --shade: #123;
  --button-color: var(--shade);
  --font: serif;
  --menu-color: red;
}
body { font-family: var(--font); }`;
  const styles = withoutUnusedTokens(base, '.button { color: var(\n  --button-color\n); }');
  expect(styles).toBe(`:root {
  --shade: #123;
  --button-color: var(--shade);
  --font: serif;
}
body { font-family: var(--font); }`);
});
