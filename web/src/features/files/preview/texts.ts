/** Texts of the viewer. */
export const texts = {
  details: 'Description',
  detailsOf: (name: string) => `Description of ${name}`,
  altText: "For people who can't see it",
  pages: (count: number) => `${count} ${count === 1 ? 'page' : 'pages'}`,
  // Pictures
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Fit to window',
  zoomed: (percent: number) => `Zoomed to ${percent}%`,
  showOriginal: 'Show original',
  loadingOriginal: 'Loading original…',
  originalShown: 'Original shown',
  originalFailed: "The original couldn't be loaded.",
  originalForDownload: 'This is a copy for the screen. Download the original to open it on your device.',
};
