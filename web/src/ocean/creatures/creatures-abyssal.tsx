import type { Drawings } from './drawing.ts';

/** The creatures of "Abyssal Zone", zone level 8 in zones.ts. See drawing.ts for the units and classes. */
export const drawings: Drawings = {
  'dumbo octopus': {
    movement: 'floating',
    widthRem: 8.5,
    cycleSeconds: 50,
    picture: (
      <svg aria-hidden="true" viewBox="0 0 180 190">
        {/* Fins, which look like ears. */}
        <path
          className="shade flaps"
          d="M54 54C28 22 6 30 4 52C8 74 34 80 56 76ZM126 54C152 22 174 30 176 52C172 74 146 80 124 76Z"
        />
        {/* Head and arms. */}
        <g className="pulses">
          <path
            className="body"
            d="M90 8C122 8 138 34 136 68C136 92 146 112 158 134C160 146 150 150 142 142C138 156 128 160 120 150C116 166 106 170 100 158C96 172 84 172 80 158C74 170 64 166 60 150C52 160 42 156 38 142C30 150 20 146 22 134C34 112 44 92 44 68C42 34 58 8 90 8Z"
          />
          <path
            className="shade"
            d="M60 104C56 122 54 136 60 150C64 166 74 170 80 158C76 138 70 120 60 104ZM120 104C124 122 126 136 120 150C116 166 106 170 100 158C104 138 110 120 120 104Z"
          />
          <path className="belly" d="M62 36C70 20 100 14 114 28C100 26 80 28 62 36Z" />
        </g>
        {/* Eyes. */}
        <circle className="belly" cx="66" cy="78" r="11" />
        <circle className="belly" cx="114" cy="78" r="11" />
        <circle className="dark" cx="66" cy="80" r="6.4" />
        <circle className="dark" cx="114" cy="80" r="6.4" />
        {/* Mouth. */}
        <path className="line" d="M82 96C87 100 93 100 98 96" />
      </svg>
    ),
  },
  'tripod fish': {
    movement: 'standing',
    widthRem: 12,
    cycleSeconds: 14,
    picture: (
      <svg aria-hidden="true" viewBox="0 0 240 170">
        {/* Long rays of the fins, on which it stands. */}
        <path
          className="fine"
          d="M78 62C70 100 60 134 44 166M88 64C92 100 96 134 108 166M204 60C210 96 216 130 230 166"
        />
        {/* Raised rays of a side fin. */}
        <g className="sways">
          <path className="fine" d="M64 40C66 22 80 10 100 2M70 38C76 24 90 14 108 12M78 38C86 28 98 22 116 22" />
        </g>
        {/* Back fin. */}
        <path className="shade" d="M130 38C138 20 152 14 166 16C160 26 158 34 160 44Z" />
        {/* Tail. */}
        <path
          className="shade"
          d="M194 48C208 40 220 24 232 14C230 32 226 46 222 56C226 66 228 72 228 80C214 76 204 68 194 60Z"
        />
        <path
          className="body"
          d="M10 52C24 38 60 30 104 34C146 36 180 44 212 54C184 64 148 70 106 70C62 70 26 66 10 52Z"
        />
        <path className="belly" d="M14 56C30 66 64 70 106 70C148 70 184 64 212 54C170 60 80 66 14 56Z" />
        {/* Eye. */}
        <circle className="glow" cx="34" cy="48" r="4" />
        <circle className="dark" cx="34" cy="48" r="2" />
        {/* Mouth and gill. */}
        <path className="line" d="M11 53C20 55 28 56 36 60M56 40C60 48 60 56 56 62" />
      </svg>
    ),
  },
};
