/** The SVG path of each icon. */
const ICONS = {
  play: 'M8 5v14l11-7z',
  pause: 'M8 5v14M16 5v14',
  loud: 'M4 9v6h4l5 4V5L8 9zM16.500 9a4 4 0 0 1 0 6M19 6.500a8 8 0 0 1 0 11',
  silent: 'M4 9v6h4l5 4V5L8 9zM17 9.500l5 5M22 9.500l-5 5',
  enlarge: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  shrink: 'M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5',
} as const;

interface PlayerButtonProps {
  readonly label: string;
  readonly icon: keyof typeof ICONS;
  readonly onPress: () => void;
  readonly className?: string;
}

/** A button of the player with an icon. */
export function PlayerButton({ label, icon, onPress, className = '' }: PlayerButtonProps) {
  return (
    <button type="button" className={`player__button ${className}`} aria-label={label} onClick={onPress}>
      <svg viewBox="0 0 24 24" aria-hidden="true" data-icon={icon}>
        <path d={ICONS[icon]} />
      </svg>
    </button>
  );
}
