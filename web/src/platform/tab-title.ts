let title = document.title;
let mark = '';

/** Names the browser's tab. */
export function setTabTitle(next: string): void {
  title = next;
  show();
}

/** Puts something before the tab's name, whatever that is: "(3)". Empty takes it away. */
export function setTabMark(next: string): void {
  mark = next;
  show();
}

function show(): void {
  document.title = mark ? `${mark} ${title}` : title;
}
