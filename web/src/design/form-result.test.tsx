import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { FormError, FormSuccess } from './form-result.tsx';

describe('FormError and FormSuccess', () => {
  it.each([
    ['error', FormError, 'role="alert"'],
    ['success', FormSuccess, 'role="status"'],
  ])('renders the %s in one live region, so that screen readers read it once', (_, Message, role) => {
    const markup = renderToStaticMarkup(<Message text="Saved." />);

    expect(markup).toContain('Saved.');
    expect(markup.match(/role="(alert|status)"/g)).toEqual([role]);
  });

  it.each([
    ['error', FormError, '<div role="alert"></div>'],
    ['success', FormSuccess, '<div role="status"></div>'],
  ])('renders an empty live region while there is no %s', (_, Message, markup) => {
    expect(renderToStaticMarkup(<Message text={undefined} />)).toBe(markup);
  });
});
