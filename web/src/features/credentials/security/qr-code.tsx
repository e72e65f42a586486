import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';

/** The width of the empty border that readers need around a QR code, in modules. */
const QUIET_ZONE = 4;

/** A text as a QR code. It is black on white in every theme, because some readers can't read inverted codes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(text);
  const size = code.size + 2 * QUIET_ZONE;

  return (
    <svg
      className="security__qr"
      role="img"
      aria-label={label}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={size} height={size} fill="white" />
      <path d={toSvgPath(code)} fill="black" />
    </svg>
  );
}
