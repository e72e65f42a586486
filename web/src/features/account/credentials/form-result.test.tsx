import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { FormError, FormSuccess } from './form-result.tsx';

it.each([
  ['error', FormError, 'role="alert"'],
  ['success', FormSuccess, 'role="status"'],
])('a form’s %s is heard once: no alert lies within another', (_, News, role) => {
  const markup = renderToStaticMarkup(<News text="It is done." />);
  expect(markup).toContain('It is done.');
  expect(markup.match(/role="(alert|status)"/g)).toEqual([role]);
});

it.each([
  ['error', FormError, '<div role="alert"></div>'],
  ['success', FormSuccess, '<div role="status"></div>'],
])('a form’s %s has its place before there is one: what appears with its words may not be heard', (_, News, place) => {
  expect(renderToStaticMarkup(<News text={undefined} />)).toBe(place);
});
