import type { Drawings } from './drawing.ts';

/** The creatures of "Hadal Zone", zone level 9 in zones.ts. See drawing.ts for the units and classes. */
export const drawings: Drawings = {
  'gulper eel': {
    movement: 'crossing',
    widthRem: 24,
    cycleSeconds: 110,
    picture: (
      <svg aria-hidden="true" viewBox="0 0 420 170">
        {/* Light at the end of the tail. */}
        <g className="sways">
          <path className="fine" d="M330 84C360 92 376 70 408 78" />
          <circle className="halo" cx="410" cy="78" r="10" />
          <circle className="glow" cx="410" cy="78" r="4" />
        </g>
        <path
          className="body"
          d="M12 50C30 36 66 34 96 46C122 54 140 66 172 66C220 64 262 100 350 82C356 84 356 88 350 90C280 116 220 104 180 108C140 124 104 156 70 158C40 158 26 130 34 104C40 86 62 72 92 64C64 60 34 62 12 50Z"
        />
        {/* Open mouth. */}
        <path
          className="dark"
          d="M92 66C64 74 44 88 39 106C35 126 46 148 70 150C98 148 120 124 144 108C128 88 112 74 92 66Z"
        />
        {/* Throat. */}
        <path className="shade" d="M60 92C48 104 44 122 54 138C66 142 80 138 92 130C76 124 62 110 60 92Z" />
        {/* Lower jaw. */}
        <path
          className="belly"
          d="M34 104C28 128 40 158 70 158C104 156 140 124 180 108C150 112 106 148 72 148C46 146 36 124 34 104Z"
        />
        <path className="line" d="M150 72C176 78 230 92 320 90M182 100C230 98 280 102 320 94" />
        {/* Eye. */}
        <circle className="belly" cx="30" cy="47" r="5" />
        <circle className="dark" cx="29" cy="47" r="3" />
      </svg>
    ),
  },
  'sea pig': {
    movement: 'standing',
    widthRem: 9,
    cycleSeconds: 12,
    picture: (
      <svg aria-hidden="true" viewBox="0 0 200 130">
        {/* Feelers on the back. */}
        <g className="fine sways">
          <path d="M66 44C56 28 58 14 46 4M84 38C80 24 86 12 80 2M150 42C162 30 160 16 172 6" />
        </g>
        {/* Legs. */}
        <g className="arms">
          <path d="M52 104C48 112 46 118 48 126M78 110C76 116 76 122 78 128M106 112C106 118 108 124 110 128M134 108C136 116 140 122 142 127M160 98C166 108 170 116 172 126" />
        </g>
        <g className="pulses">
          <path
            className="body"
            d="M22 82C22 54 58 34 104 34C150 34 184 54 184 80C184 102 150 114 104 114C58 114 22 106 22 82Z"
          />
          <path className="belly" d="M26 90C34 108 64 114 104 114C146 114 178 104 183 86C150 102 70 106 26 90Z" />
          <path className="shade" d="M60 52C82 42 124 42 148 52C124 50 84 50 60 52Z" />
        </g>
        {/* Mouth. */}
        <path
          className="belly"
          d="M24 78C14 74 8 80 6 88C12 86 14 88 14 94C18 90 22 90 24 96C26 90 30 90 34 94C34 86 32 80 24 78Z"
        />
      </svg>
    ),
  },
};
