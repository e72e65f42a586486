/** Matches the elements of both pages that can have the focus. */
const FOCUSABLE = 'a[href], button, main, h1';

/**
 * Returns a container to render into, which replaces the prerendered page in one step once it contains a heading.
 *
 * The focus moves to the same link, button, or heading of the new page. Both pages must have the same structure.
 */
export function swapPrerenderedPage(prerenderedPage: HTMLElement): HTMLElement {
  const container = document.createElement('div');
  const focusableElements = (page: Element) => [...page.querySelectorAll<HTMLElement>(FOCUSABLE)];

  new MutationObserver((_, observer) => {
    if (!container.querySelector('h1')) return;

    observer.disconnect();

    const index = focusableElements(prerenderedPage).indexOf(document.activeElement as HTMLElement);
    container.id = prerenderedPage.id;
    prerenderedPage.replaceWith(container);
    focusableElements(container)[index]?.focus({ preventScroll: true });
  }).observe(container, { childList: true, subtree: true });

  return container;
}
