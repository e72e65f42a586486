import type { Drawings } from './drawing.ts';

/** The creatures of "Twilight Zone - Upper", zone level 2 in zones.ts. See drawing.ts for the units and classes. */
export const drawings: Drawings = {
  'manta ray': {
    movement: 'crossing',
    widthRem: 15,
    cycleSeconds: 80,
    picture: (
      <svg aria-hidden="true" viewBox="0 0 264 220">
        {/* Tail. */}
        <path className="fine" d="M188 110C214 106 236 114 262 108" />
        {/* Body and wings. */}
        <g className="flaps">
          <path
            className="body"
            d="M18 88C30 82 42 82 52 82C82 70 104 40 130 4C136 38 150 68 174 90C186 100 192 106 200 110C192 114 186 120 174 130C150 152 136 182 130 216C104 180 82 150 52 138C42 138 30 138 18 132C27 128 33 123 34 117L34 103C33 97 27 92 18 88Z"
          />
          <path
            className="belly"
            d="M40 96C76 94 120 96 168 104C176 106 180 108 182 110C180 112 176 114 168 116C120 124 76 126 40 124C44 114 44 106 40 96Z"
          />
          {/* Gills. */}
          <path
            className="line"
            d="M74 98C70 101 69 104 70 106M86 98C82 101 81 104 82 106M98 99C94 102 93 104 94 106M74 122C70 119 69 116 70 114M86 122C82 119 81 116 82 114M98 121C94 118 93 116 94 114"
          />
          {/* Rear edges of the wings. */}
          <path
            className="shade"
            d="M130 4C127 34 132 64 150 84C156 90 166 90 174 90C150 68 136 38 130 4ZM130 216C127 186 132 156 150 136C156 130 166 130 174 130C150 152 136 182 130 216Z"
          />
        </g>
        {/* Eyes. */}
        <circle className="dark" cx="46" cy="87" r="3" />
        <circle className="dark" cx="46" cy="133" r="3" />
      </svg>
    ),
  },
  'moon jelly': {
    movement: 'floating',
    widthRem: 7,
    cycleSeconds: 52,
    picture: (
      <svg aria-hidden="true" viewBox="0 0 140 212">
        {/* Tentacles. */}
        <g className="fine sways">
          <path d="M24 82C14 112 34 132 22 170M46 86C38 118 56 138 46 196M94 86C102 118 84 138 94 190M116 82C126 112 106 132 118 164" />
        </g>
        {/* Arms around the mouth. */}
        <path
          className="belly sways"
          d="M58 84C50 116 66 132 58 172C68 150 66 132 70 112C74 132 72 150 82 166C74 132 90 116 82 84Z"
        />
        {/* Bell. */}
        <g className="pulses">
          <path
            className="body"
            d="M8 80C6 30 38 5 70 5C102 5 134 30 132 80C126 88 117 81 108 86C99 91 92 83 82 88C74 92 66 92 58 88C48 83 41 91 32 86C23 81 14 88 8 80Z"
          />
          <path
            className="shade"
            d="M20 70C20 38 44 18 70 18C96 18 120 38 120 70C104 62 88 60 70 60C52 60 36 62 20 70Z"
          />
          {/* Organs inside the bell. */}
          <g className="glow">
            <path d="M42 50C36 36 52 28 58 40C60 50 48 56 42 50ZM98 50C104 36 88 28 82 40C80 50 92 56 98 50ZM56 34C60 20 80 20 84 34C80 42 60 42 56 34Z" />
          </g>
        </g>
      </svg>
    ),
  },
};
