import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { CharacterCount } from './character-count.tsx';

/** What screen readers hear of so many characters where five hundred may be. */
function heard(length: number): string | undefined {
  const markup = renderToStaticMarkup(<CharacterCount id="count" length={length} limit={500} />);
  return /<span role="status"[^>]*>(.*)<\/span>/.exec(markup)?.[1];
}

it.each([
  [399, ''],
  [400, '100 characters left'],
  [499, '1 character left'],
  [500, '0 characters left'],
  [501, '1 character too many'],
  [515, '15 characters too many'],
])('is heard near the limit, with the number that is seen: %i of 500', (length, words) =>
  expect(heard(length)).toBe(words),
);
