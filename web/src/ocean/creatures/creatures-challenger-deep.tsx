import type { Drawings } from './drawing.ts';

/** The creatures of "Challenger Deep", zone level 10 in zones.ts. See drawing.ts for the units and classes. */
export const drawings: Drawings = {
  snailfish: {
    movement: 'crossing',
    widthRem: 16,
    cycleSeconds: 118,
    picture: (
      <svg aria-hidden="true" viewBox="0 0 290 110">
        {/* Tail. */}
        <g className="wags">
          <path className="shade" d="M100 26C150 12 210 28 284 56C214 78 160 94 104 82Z" />
        </g>
        <path
          className="belly"
          d="M8 56C10 28 44 16 82 22C128 30 170 46 236 56C176 68 132 82 86 88C44 92 10 82 8 56Z"
        />
        <path className="body" d="M12 68C22 84 50 91 86 88C120 84 152 74 186 66C140 70 70 82 12 68Z" />
        {/* Side fin. */}
        <path className="shade flaps" d="M70 60C86 54 104 62 110 80C112 92 106 100 98 104C82 98 70 80 70 60Z" />
        {/* Rays of the side fin, and the mouth. */}
        <path className="line" d="M76 70C86 76 94 84 98 96M84 64C94 70 102 80 105 92M12 64C20 70 30 71 38 68" />
        {/* Eye. */}
        <circle className="dark" cx="38" cy="48" r="4" />
        <circle className="belly" cx="36.6" cy="46.6" r="1.4" />
      </svg>
    ),
  },
  amphipod: {
    movement: 'floating',
    widthRem: 5,
    cycleSeconds: 34,
    picture: (
      <svg aria-hidden="true" viewBox="0 0 150 110">
        {/* Antennae. */}
        <g className="fine sways">
          <path d="M26 40C16 26 14 14 2 6M30 36C24 22 26 12 18 2" />
        </g>
        {/* Legs. */}
        <g className="fine">
          <path d="M40 66C36 78 40 88 32 100M54 74C52 86 56 94 50 106M70 78C70 90 74 98 70 108M86 76C90 86 92 94 92 104M102 68C110 76 112 84 116 92" />
        </g>
        <path
          className="body"
          d="M18 50C20 34 36 24 58 22C92 20 118 36 134 62C138 70 142 78 148 82C138 86 128 82 120 76C108 82 84 84 62 80C40 76 18 68 18 50Z"
        />
        {/* Edges of its plates. */}
        <path
          className="line"
          d="M46 24C42 40 44 60 52 76M64 22C60 40 62 62 68 80M82 24C80 42 82 62 88 81M100 32C98 46 100 62 106 79M116 44C114 54 116 66 121 75"
        />
        {/* Eye. */}
        <circle className="glow" cx="30" cy="46" r="4.4" />
      </svg>
    ),
  },
  xenophyophores: {
    movement: 'standing',
    widthRem: 12,
    cycleSeconds: 16,
    picture: (
      <svg aria-hidden="true" viewBox="0 0 250 150">
        {/* Sea floor. */}
        <path className="shade" d="M0 150C30 132 70 128 120 132C170 126 220 132 250 150Z" />
        {/* The large one. */}
        <path
          className="body"
          d="M30 138C10 118 14 88 36 78C34 58 58 46 74 60C92 50 112 66 106 86C122 98 118 126 98 138Z"
        />
        <path
          className="line"
          d="M40 128C34 110 44 96 58 100C66 88 84 94 82 110C92 116 90 128 82 134M52 122C54 112 66 112 68 124"
        />
        {/* The small one. */}
        <path
          className="body"
          d="M140 140C128 126 132 106 148 102C146 84 168 76 180 88C196 82 210 96 204 112C216 122 212 136 200 142Z"
        />
        <path
          className="line"
          d="M152 132C146 120 156 110 166 116C174 106 188 114 184 126M166 130C170 124 176 126 176 134"
        />
        <g className="glow">
          <circle cx="48" cy="74" r="2.6" />
          <circle cx="86" cy="70" r="2.6" />
          <circle cx="28" cy="104" r="2.2" />
          <circle cx="106" cy="108" r="2.2" />
          <circle cx="158" cy="96" r="2.4" />
          <circle cx="192" cy="98" r="2.4" />
          <circle cx="206" cy="124" r="2" />
        </g>
      </svg>
    ),
  },
};
