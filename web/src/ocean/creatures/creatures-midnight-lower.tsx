import type { Drawings } from './drawing.ts';

/** The positions and sizes of the siphonophore's bells. */
const BELLS = [
  { x: 56, y: 34, scale: 1 },
  { x: 74, y: 62, scale: 0.95 },
  { x: 52, y: 92, scale: 0.95 },
  { x: 72, y: 122, scale: 0.9 },
  { x: 60, y: 154, scale: 0.85 },
  { x: 84, y: 186, scale: 0.8 },
  { x: 72, y: 218, scale: 0.75 },
  { x: 92, y: 248, scale: 0.7 },
  { x: 78, y: 280, scale: 0.65 },
  { x: 90, y: 310, scale: 0.6 },
];

/** The creatures of "Midnight Zone - Lower", zone level 7 in zones.ts. See drawing.ts for the units and classes. */
export const drawings: Drawings = {
  anglerfish: {
    movement: 'crossing',
    widthRem: 13,
    cycleSeconds: 130,
    picture: (
      <svg aria-hidden="true" viewBox="0 0 250 180">
        {/* Lure. */}
        <path className="fine" d="M112 58C108 22 74 8 46 28" />
        <circle className="halo" cx="42" cy="34" r="22" />
        <circle className="glow" cx="42" cy="34" r="8" />
        {/* Tail. */}
        <path
          className="shade wags"
          d="M190 92C206 76 222 70 244 70C234 84 232 96 233 106C234 118 238 130 246 142C222 142 202 132 188 118Z"
        />
        {/* Back fin. */}
        <path className="shade" d="M150 60C164 42 182 38 196 46C188 58 188 70 194 82Z" />
        <path
          className="body"
          d="M22 118C20 80 58 46 112 50C152 54 184 74 206 104C188 140 152 162 110 162C62 162 28 146 22 118Z"
        />
        {/* Mouth and teeth. */}
        <path className="dark" d="M22 116C44 112 70 116 92 128C72 146 48 152 34 142C26 134 22 126 22 116Z" />
        <path
          className="belly"
          d="M26 116L31 130 37 114ZM40 114L46 132 52 115ZM56 116L62 133 67 119ZM71 120L75 132 80 124ZM34 141L38 128 44 145ZM48 146L53 134 59 146ZM62 145L67 135 72 142Z"
        />
        {/* Eye. */}
        <circle className="belly" cx="78" cy="90" r="8" />
        <circle className="dark" cx="76" cy="90" r="4.6" />
        {/* Side fin. */}
        <path className="shade flaps" d="M132 116C146 106 162 110 166 124C154 136 138 134 132 116Z" />
        {/* Gills, and a fold behind the mouth. */}
        <path
          className="line"
          d="M108 74C112 80 112 88 108 94M122 72C126 80 126 90 122 98M98 134C104 142 106 148 106 156"
        />
      </svg>
    ),
  },
  siphonophore: {
    movement: 'floating',
    widthRem: 7.5,
    cycleSeconds: 64,
    picture: (
      <svg aria-hidden="true" viewBox="0 0 150 370">
        {/* Tentacles. */}
        <g className="fine sways">
          <path d="M62 48C30 70 44 96 20 118M68 108C100 124 96 152 126 168M66 168C36 186 50 214 28 236M82 232C112 246 108 276 134 290M84 294C62 310 72 332 54 352" />
        </g>
        {/* Stem. */}
        <path className="line" d="M66 14C76 60 48 96 68 140C80 170 92 190 82 232C80 262 96 290 88 344" />
        {/* Bells. */}
        {BELLS.map(({ x, y, scale }) => (
          <g key={y} transform={`translate(${x} ${y}) scale(${scale})`}>
            <path className="body" d="M-16 8C-20-8-8-18 4-14C16-10 20 2 14 12C4 18-8 16-16 8Z" />
            <path className="belly" d="M-10 4C-12-4-4-10 2-8C8-6 10 0 6 6C0 8-6 8-10 4Z" />
            <circle className="glow" cx="2" cy="4" r="3.4" />
          </g>
        ))}
        {/* Float. */}
        <path className="belly" d="M54 14C54 2 62-1 68 3C76 8 76 20 68 24C60 26 54 22 54 14Z" />
      </svg>
    ),
  },
};
