import type { Drawings } from './drawing.ts';

/** The creatures of "Midnight Zone - Mid", zone level 6 in zones.ts. See drawing.ts for the units and classes. */
export const drawings: Drawings = {
  oarfish: {
    movement: 'crossing',
    widthRem: 26,
    cycleSeconds: 96,
    picture: (
      <svg aria-hidden="true" viewBox="0 0 480 110">
        {/* Crest. */}
        <g className="fine glow">
          <path d="M40 50C34 30 44 14 64 4M46 47C44 32 54 20 74 14M54 46C54 36 64 26 82 24" />
        </g>
        {/* Back fin. */}
        <path
          className="shade"
          d="M58 44C80 30 100 40 124 42C180 44 220 18 288 26C350 34 396 46 470 30L466 40C396 60 346 54 288 46C226 38 176 66 116 60C90 56 74 52 58 44Z"
        />
        <path
          className="body"
          d="M16 62C30 44 60 42 92 50C118 56 140 64 176 58C216 52 242 36 290 40C346 46 392 62 474 36C410 82 350 82 292 68C246 58 214 78 172 84C138 88 112 82 88 76C60 70 34 78 16 62Z"
        />
        {/* Line along the side. */}
        <path className="line" d="M74 62C110 70 140 76 176 70C216 64 244 48 292 54C346 60 390 70 440 54" />
        {/* Rays of the fins below the head. */}
        <path className="fine" d="M70 72C74 88 88 100 108 106M64 72C66 88 74 98 88 106" />
        {/* Eye. */}
        <circle className="belly" cx="36" cy="58" r="7" />
        <circle className="dark" cx="35" cy="58" r="4" />
        {/* Mouth. */}
        <path className="line" d="M17 64C22 66 26 68 28 72" />
        {/* Spots. */}
        <g className="belly">
          <circle cx="112" cy="74" r="2.4" />
          <circle cx="146" cy="77" r="2.4" />
          <circle cx="182" cy="72" r="2.4" />
          <circle cx="222" cy="62" r="2.4" />
          <circle cx="262" cy="55" r="2.4" />
          <circle cx="304" cy="61" r="2.4" />
          <circle cx="346" cy="68" r="2.4" />
        </g>
      </svg>
    ),
  },
  'vampire squid': {
    movement: 'floating',
    widthRem: 8,
    cycleSeconds: 56,
    picture: (
      <svg aria-hidden="true" viewBox="0 0 160 196">
        {/* Fins. */}
        <path
          className="shade flaps"
          d="M48 40C30 22 12 26 6 44C20 56 36 54 48 54ZM112 40C130 22 148 26 154 44C140 56 124 54 112 54Z"
        />
        {/* Head, and arms with a web between them. */}
        <g className="pulses">
          <path
            className="body"
            d="M80 8C108 8 119 36 118 64C118 88 130 114 146 146C134 140 126 150 120 166C112 154 103 156 97 176C90 160 85 160 80 188C75 160 70 160 63 176C57 156 48 154 40 166C34 150 26 140 14 146C30 114 42 88 42 64C41 36 52 8 80 8Z"
          />
          <path
            className="shade"
            d="M58 92C52 112 44 132 40 166C48 154 57 156 63 176C66 150 64 118 58 92ZM102 92C108 112 116 132 120 166C112 154 103 156 97 176C94 150 96 118 102 92ZM80 96C76 124 76 154 80 188C84 154 84 124 80 96Z"
          />
        </g>
        {/* Eyes. */}
        <circle className="glow" cx="60" cy="66" r="9" />
        <circle className="glow" cx="100" cy="66" r="9" />
        <circle className="dark" cx="60" cy="67" r="4.6" />
        <circle className="dark" cx="100" cy="67" r="4.6" />
        {/* Lights at the tips of the arms. */}
        <g className="glow">
          <circle cx="14" cy="149" r="2.6" />
          <circle cx="40" cy="169" r="2.6" />
          <circle cx="63" cy="180" r="2.6" />
          <circle cx="80" cy="191" r="2.6" />
          <circle cx="97" cy="180" r="2.6" />
          <circle cx="120" cy="169" r="2.6" />
          <circle cx="146" cy="149" r="2.6" />
        </g>
      </svg>
    ),
  },
};
