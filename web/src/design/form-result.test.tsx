import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { FormError, FormSuccess } from './form-result.tsx';

describe('form result', () => {
  it.each([
    ['error', FormError, 'role="alert"'],
    ['success', FormSuccess, 'role="status"'],
  ])('renders one live region for the %s, so that it is read once', (_, Message, role) => {
    const markup = renderToStaticMarkup(<Message text="Saved." />);
    expect(markup).toContain('Saved.');
    expect(markup.match(/role="(alert|status)"/g)).toEqual([role]);
  });

  it.each([
    ['error', FormError, '<div role="alert"></div>'],
    ['success', FormSuccess, '<div role="status"></div>'],
  ])('renders an empty live region before there is a %s', (_, Message, markup) => {
    expect(renderToStaticMarkup(<Message text={undefined} />)).toBe(markup);
  });
});
