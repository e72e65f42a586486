import type { Drawings } from './drawing.ts';

/** The creatures of "Surface", zone level 0 in zones.ts. See drawing.ts for the units and classes. */
export const drawings: Drawings = {
  dolphin: {
    movement: 'crossing',
    widthRem: 15,
    cycleSeconds: 64,
    picture: (
      <svg aria-hidden="true" viewBox="0 0 300 120">
        {/* Tail. */}
        <path
          className="body wags"
          d="M244 64C260 64 272 54 290 44C288 58 284 66 276 72C286 80 292 88 296 100C276 98 258 88 246 78Z"
        />
        {/* Back fin. */}
        <path className="shade" d="M140 26C150 12 164 4 182 4C177 14 177 24 182 36Z" />
        <path
          className="body"
          d="M4 70C14 66 24 64 34 58C52 34 96 22 142 24C186 26 230 52 268 70C260 73 256 74 250 75C212 80 176 92 130 93C92 94 56 86 38 76C26 77 12 76 4 70Z"
        />
        <path
          className="belly"
          d="M6 71C24 75 34 76 40 77C58 87 92 94 130 93C152 92 170 89 190 85C150 85 100 82 62 70C44 65 24 68 6 71Z"
        />
        {/* Side fin. */}
        <path className="shade flaps" d="M102 80C104 96 116 112 136 117C137 102 133 90 126 80Z" />
        {/* Mouth. */}
        <path className="line" d="M10 69C22 69 32 67 42 70" />
        {/* Eye. */}
        <circle className="dark" cx="48" cy="60" r="3.4" />
      </svg>
    ),
  },
  'ocean sunfish': {
    movement: 'floating',
    widthRem: 7.5,
    cycleSeconds: 46,
    picture: (
      <svg aria-hidden="true" viewBox="0 0 162 220">
        {/* Back fin. */}
        <path className="shade wags" d="M94 62C96 36 108 14 130 4C134 28 130 54 122 74Z" />
        {/* Belly fin. */}
        <path className="shade wags" d="M94 158C96 184 108 206 130 216C134 192 130 166 122 146Z" />
        {/* Tail. */}
        <path
          className="shade wags"
          d="M130 74C148 80 154 92 149 101C157 108 157 114 149 121C154 132 148 144 130 148Z"
        />
        <path
          className="body"
          d="M8 112C12 74 46 52 84 54C122 56 142 82 142 110C142 140 122 164 84 166C46 168 12 148 8 112Z"
        />
        <path className="belly" d="M10 120C16 148 48 167 84 166C104 165 120 158 130 146C96 152 40 148 10 120Z" />
        {/* Side fin. */}
        <path className="shade flaps" d="M72 106C86 94 102 100 105 114C92 124 76 120 72 106Z" />
        {/* Spots. */}
        <g className="belly">
          <circle cx="66" cy="76" r="5" />
          <circle cx="86" cy="70" r="3.5" />
          <circle cx="104" cy="80" r="5" />
          <circle cx="118" cy="98" r="3.5" />
          <circle cx="84" cy="86" r="3" />
        </g>
        {/* Eye. */}
        <circle className="belly" cx="38" cy="98" r="8" />
        <circle className="dark" cx="37" cy="98" r="4.6" />
        {/* Mouth and gill. */}
        <path className="line" d="M9 116C14 114 18 116 20 120M52 92C57 102 57 112 53 122" />
      </svg>
    ),
  },
};
