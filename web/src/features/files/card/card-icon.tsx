/** The SVG path of each icon. */
const PATHS = {
  preview: 'M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12z M12 9a3 3 0 1 0 .1 0',
  details: 'M12 3a9 9 0 1 0 .1 0M12 11v5.500M12 7.500v.1',
  download: 'M12 4v11m-5-5 5 5 5-5M5 20h14',
  edit: 'M4 20l1-4.500L16.500 4 20 7.500 8.500 19 4 20z M14 6.500l3.500 3.500',
  delete: 'M5 7h14M10 7V4.500h4V7M7 7l1 12.500h8L17 7M10.500 11v5M13.500 11v5',
} as const;

/** The icon of a file card's action. The button has the accessible name. */
export function CardIcon({ action }: { action: keyof typeof PATHS }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[action]} />
    </svg>
  );
}
