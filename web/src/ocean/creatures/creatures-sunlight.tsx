import type { Drawings } from './drawing.ts';

/** The outline of a sardine, 45 units long. */
const SARDINE = 'M0 8C8 0 22-1 34 6L45-1C42 5 42 11 45 17L34 10C22 17 8 16 0 8Z';

/** The sardines of the school. */
const SCHOOL: readonly (readonly [x: number, y: number, scale: number])[] = [
  [6, 62, 1],
  [46, 34, 0.9],
  [58, 84, 0.95],
  [92, 58, 1],
  [100, 12, 0.75],
  [112, 108, 0.8],
  [144, 36, 0.9],
  [148, 82, 0.9],
  [192, 60, 0.85],
  [200, 20, 0.7],
  [206, 102, 0.75],
  [240, 40, 0.7],
  [246, 82, 0.7],
];

/** The creatures of "Sunlight Zone", zone level 1 in zones.ts. See drawing.ts for the units and classes. */
export const drawings: Drawings = {
  'green turtle': {
    movement: 'crossing',
    widthRem: 12,
    cycleSeconds: 92,
    picture: (
      <svg aria-hidden="true" viewBox="0 0 240 152">
        {/* Far front flipper. */}
        <path className="shade flaps" d="M106 56C106 32 94 12 74 4C69 26 76 46 90 60Z" />
        {/* Hind flipper. */}
        <path className="shade wags" d="M172 90C182 108 198 118 216 119C215 104 208 92 196 84Z" />
        {/* Head. */}
        <path className="body" d="M66 84C52 93 30 91 21 78C17 66 26 57 40 59C56 61 66 70 66 84Z" />
        {/* Shell. */}
        <path
          className="body"
          d="M58 78C68 42 130 28 174 54C189 63 201 76 212 86C188 99 152 108 116 105C86 103 63 95 58 78Z"
        />
        <path className="belly" d="M60 82C66 96 88 103 116 105C152 108 188 99 212 86C180 92 110 100 60 82Z" />
        {/* Plates of the shell. */}
        <path
          className="line"
          d="M82 68 104 57 126 66 120 86 94 86ZM126 66 148 56 168 68 158 86 120 86M104 57 106 44M148 56 150 43M168 68 190 72M82 68 64 70"
        />
        {/* Near front flipper. */}
        <path className="shade flaps" d="M98 92C95 118 76 140 46 150C45 126 56 102 78 88Z" />
        {/* Eye. */}
        <circle className="dark" cx="36" cy="70" r="3.2" />
        {/* Mouth. */}
        <path className="line" d="M21 80C27 82 32 82 37 80" />
      </svg>
    ),
  },
  sardines: {
    movement: 'crossing',
    widthRem: 17,
    cycleSeconds: 58,
    picture: (
      <svg aria-hidden="true" viewBox="0 0 284 130">
        {SCHOOL.map(([x, y, scale], index) => (
          <g key={`${x}`} transform={`translate(${x} ${y}) scale(${scale})`}>
            {/* Every third sardine shows its light belly. */}
            <path className={index % 3 === 0 ? 'belly' : 'body'} d={SARDINE} />
            <path className="line" d="M12 9C18 8 24 8 31 8" />
            <circle className="dark" cx="6" cy="7" r="1.5" />
          </g>
        ))}
      </svg>
    ),
  },
};
