/** What is said in place of a part that could not be downloaded. Visitors, who have no such parts, download none of it. */
export const texts = {
  heading: 'This cannot be opened now',
  why: 'This part of the page could not be downloaded. Check your connection, then reload the page.',
  reload: 'Reload',
  close: 'Close',
} as const;
