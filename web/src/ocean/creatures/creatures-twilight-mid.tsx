import type { Drawings } from './drawing.ts';

/** The creatures of "Twilight Zone - Mid", zone level 3 in zones.ts. See drawing.ts for the units and classes. */
export const drawings: Drawings = {
  'blue shark': {
    movement: 'crossing',
    widthRem: 20,
    cycleSeconds: 66,
    picture: (
      <svg aria-hidden="true" viewBox="0 0 320 132">
        {/* Far side fin. */}
        <path className="shade flaps" d="M130 82C132 100 144 114 160 120C160 104 156 92 150 82Z" />
        {/* Tail. */}
        <path
          className="body wags"
          d="M258 58C276 46 290 26 306 10C307 32 301 50 291 64C298 76 302 86 305 98C286 92 270 82 258 70Z"
        />
        {/* Fins on the back, and below the tail. */}
        <path
          className="shade"
          d="M118 44C130 24 146 12 164 7C159 22 161 36 168 50ZM220 58C228 48 235 44 243 43C240 50 240 57 244 63ZM214 74C220 80 226 84 234 85C232 79 232 75 234 71Z"
        />
        <path
          className="body"
          d="M3 66C24 50 70 39 120 41C180 44 236 56 270 63C258 72 230 76 200 79C160 89 110 93 70 87C40 83 16 76 3 66Z"
        />
        <path
          className="belly"
          d="M6 68C20 76 40 83 70 87C110 93 160 89 200 79C160 82 110 80 76 74C52 70 26 72 6 68Z"
        />
        {/* Gills and mouth. */}
        <path
          className="line"
          d="M92 56C88 62 88 70 92 76M100 56C96 62 96 70 100 76M108 57C104 63 104 70 108 76M22 72C28 73 34 75 38 78"
        />
        {/* Eye. */}
        <circle className="dark" cx="40" cy="60" r="3.6" />
        {/* Near side fin. */}
        <path className="shade flaps" d="M98 82C98 102 112 122 138 130C140 110 138 94 130 82Z" />
      </svg>
    ),
  },
  nautilus: {
    movement: 'floating',
    widthRem: 7.5,
    cycleSeconds: 48,
    picture: (
      <svg aria-hidden="true" viewBox="0 0 176 140">
        {/* Tentacles. */}
        <g className="fine sways">
          <path d="M58 84C40 78 24 88 6 80M56 92C40 90 26 100 4 96M56 98C42 100 30 110 10 112M58 104C46 110 38 120 22 126M62 108C54 116 50 126 40 134" />
        </g>
        {/* Shell with its stripes. */}
        <path
          className="body"
          d="M62 114C32 100 36 40 86 20C128 4 170 36 168 78C166 114 126 136 94 130C82 128 72 122 62 114Z"
        />
        <path
          className="shade"
          d="M86 20C92 18 97 17 103 17C92 30 92 46 106 64C90 52 80 38 86 20ZM122 20C130 23 137 27 143 32C126 34 118 46 120 62C110 48 110 32 122 20ZM154 42C159 48 163 56 165 64C148 54 134 58 128 68C130 52 140 42 154 42ZM168 78C167 88 164 96 159 103C152 88 142 80 130 78C144 70 158 70 168 78ZM146 118C138 124 130 128 120 130C124 114 124 96 118 86C132 90 142 104 146 118Z"
        />
        {/* Centre of the shell. */}
        <path className="belly" d="M108 66C116 60 128 66 128 75C127 84 114 86 109 79C106 74 106 70 108 66Z" />
        {/* Hood. */}
        <path className="shade" d="M62 114C44 106 40 84 48 68C62 72 78 90 78 118C72 118 67 117 62 114Z" />
        {/* Eye. */}
        <circle className="belly" cx="62" cy="93" r="7" />
        <circle className="dark" cx="61" cy="93" r="4" />
      </svg>
    ),
  },
};
