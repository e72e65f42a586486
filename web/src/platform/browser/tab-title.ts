let title = document.title;
let prefix = '';

/** Sets the title of the browser's tab. */
export function setTabTitle(next: string): void {
  title = next;
  updateTitle();
}

/** Sets a prefix before the tab's title, e.g. "(3)". An empty prefix removes it. */
export function setTabPrefix(next: string): void {
  prefix = next;
  updateTitle();
}

function updateTitle(): void {
  document.title = prefix ? `${prefix} ${title}` : title;
}
