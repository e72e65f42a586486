let title = document.title;
let prefix = '';

/** Sets the title of the browser's tab. */
export function setTabTitle(newTitle: string): void {
  title = newTitle;
  updateTitle();
}

/** Sets a prefix before the tab's title, e.g. "(3)". An empty prefix removes it. */
export function setTabPrefix(newPrefix: string): void {
  prefix = newPrefix;
  updateTitle();
}

function updateTitle(): void {
  document.title = prefix ? `${prefix} ${title}` : title;
}
