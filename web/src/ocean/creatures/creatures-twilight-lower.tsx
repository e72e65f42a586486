import type { Drawings } from './drawing.ts';

/** The outline of a lanternfish, 58 units long. */
const LANTERNFISH = 'M0 12C6 2 24-2 42 8L58 0C55 8 55 16 58 24L42 15C26 26 8 24 0 12Z';

/** The lanternfish of the shoal. */
const SHOAL: readonly (readonly [x: number, y: number, scale: number])[] = [
  [4, 44, 1],
  [70, 12, 0.85],
  [82, 74, 0.95],
  [146, 40, 0.8],
  [158, 92, 0.7],
  [206, 10, 0.65],
  [214, 62, 0.75],
];

/** The creatures of "Twilight Zone - Lower", zone level 4 in zones.ts. See drawing.ts for the units and classes. */
export const drawings: Drawings = {
  'sperm whale': {
    movement: 'crossing',
    widthRem: 30,
    cycleSeconds: 120,
    picture: (
      <svg aria-hidden="true" viewBox="0 0 460 170">
        {/* Tail. */}
        <path
          className="body wags"
          d="M380 78C404 74 420 58 448 48C446 66 438 78 425 86C438 96 446 108 450 124C424 122 400 110 380 98Z"
        />
        {/* Lower jaw. */}
        <path className="shade" d="M22 110C42 118 70 124 100 128C82 138 50 136 30 125Z" />
        <path
          className="body"
          d="M8 82C6 48 30 33 80 29C150 23 230 30 290 52C330 66 362 76 396 80C392 90 386 95 376 97C330 105 290 125 240 135C180 145 110 141 72 128C66 122 60 119 52 117C28 112 11 104 8 82Z"
        />
        <path className="belly" d="M76 129C112 141 180 145 240 135C270 129 298 118 326 109C260 118 150 130 76 129Z" />
        {/* Back fin. */}
        <path className="shade" d="M292 53C300 44 312 42 322 46C320 54 324 60 332 66Z" />
        {/* Mouth and wrinkles. */}
        <path
          className="line"
          d="M24 98C50 110 84 116 116 116M180 60C220 62 260 72 300 84M196 76C230 78 262 86 292 96M170 96C200 98 230 102 262 108M30 60C26 68 26 76 28 82"
        />
        {/* Side fin. */}
        <path className="shade flaps" d="M130 120C132 144 150 162 178 164C178 146 170 130 158 120Z" />
        {/* Eye. */}
        <circle className="dark" cx="118" cy="106" r="4" />
      </svg>
    ),
  },
  lanternfish: {
    movement: 'crossing',
    widthRem: 13,
    cycleSeconds: 74,
    picture: (
      <svg aria-hidden="true" viewBox="0 0 262 120">
        {SHOAL.map(([x, y, scale]) => (
          <g key={`${x}`} transform={`translate(${x} ${y}) scale(${scale})`}>
            <path className="body" d={LANTERNFISH} />
            {/* Back fin. */}
            <path className="shade" d="M18 3C22-5 30-6 36 0L32 5Z" />
            {/* Eye. */}
            <circle className="belly" cx="9" cy="9" r="4.5" />
            <circle className="dark" cx="8.5" cy="9" r="2.6" />
            {/* Lights. */}
            <g className="glow">
              <circle cx="14" cy="18" r="1.6" />
              <circle cx="21" cy="19" r="1.6" />
              <circle cx="28" cy="18" r="1.6" />
              <circle cx="35" cy="15" r="1.6" />
              <circle cx="24" cy="12" r="1.3" />
            </g>
          </g>
        ))}
      </svg>
    ),
  },
};
