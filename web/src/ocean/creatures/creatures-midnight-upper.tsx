import type { Drawings } from './drawing.ts';

/** The creatures of "Midnight Zone - Upper", zone level 5 in zones.ts. See drawing.ts for the units and classes. */
export const drawings: Drawings = {
  'giant squid': {
    movement: 'crossing',
    widthRem: 21,
    cycleSeconds: 84,
    picture: (
      <svg aria-hidden="true" viewBox="0 0 360 112">
        {/* Fins. */}
        <path
          className="shade flaps"
          d="M276 30C296 6 326 4 350 12C354 30 350 44 342 56C350 68 354 82 350 100C326 108 296 106 276 82Z"
        />
        {/* Arms. */}
        <g className="arms sways">
          <path d="M156 44C124 28 104 50 74 36C54 28 34 26 14 14M154 52C120 46 96 58 62 50C44 46 28 46 10 42M154 60C120 66 98 56 64 64C46 68 30 66 10 72M156 68C126 84 104 62 78 78C58 88 40 86 22 100" />
        </g>
        {/* Two long tentacles. */}
        <g className="fine sways">
          <path d="M154 56C110 40 70 70 4 54M154 57C108 76 66 44 2 62" />
        </g>
        {/* Mantle. */}
        <path
          className="body"
          d="M184 34C228 18 286 20 322 42C332 48 338 52 344 56C338 60 332 64 322 70C286 92 228 94 184 78C176 64 176 48 184 34Z"
        />
        <path className="belly" d="M186 79C230 94 286 92 322 70C280 78 228 78 184 68Z" />
        {/* Head. */}
        <path className="body" d="M148 40C162 35 178 35 190 39L190 73C178 77 162 77 148 72C142 62 142 50 148 40Z" />
        {/* Eye. */}
        <circle className="belly" cx="167" cy="55" r="10" />
        <circle className="dark" cx="166" cy="55" r="6" />
        {/* Spots. */}
        <g className="shade">
          <circle cx="214" cy="44" r="3" />
          <circle cx="236" cy="38" r="4" />
          <circle cx="262" cy="42" r="3" />
          <circle cx="226" cy="56" r="2.5" />
          <circle cx="250" cy="54" r="3.5" />
          <circle cx="282" cy="52" r="3" />
        </g>
      </svg>
    ),
  },
  hatchetfish: {
    movement: 'floating',
    widthRem: 6,
    cycleSeconds: 40,
    picture: (
      <svg aria-hidden="true" viewBox="0 0 150 150">
        {/* Tail. */}
        <path className="shade wags" d="M106 58L140 36C134 54 134 76 140 94L104 80Z" />
        {/* Back fin. */}
        <path className="shade" d="M70 26C76 12 88 8 98 12L92 38Z" />
        <path
          className="body"
          d="M8 60C18 32 46 19 72 23C92 26 108 42 114 66C112 78 110 80 106 84C100 108 86 128 62 132C34 132 14 96 8 60Z"
        />
        <path className="belly" d="M20 88C28 112 42 131 62 132C86 128 100 108 106 84C86 104 46 112 20 88Z" />
        {/* Lines on the side. */}
        <path
          className="line"
          d="M44 62C62 58 84 62 108 70M50 76C56 90 58 100 56 112M70 76C74 88 75 98 73 108M88 74C90 84 90 92 88 98"
        />
        {/* Lights. */}
        <g className="glow">
          <circle cx="30" cy="98" r="3.4" />
          <circle cx="39" cy="110" r="3.4" />
          <circle cx="51" cy="119" r="3.4" />
          <circle cx="65" cy="121" r="3.4" />
          <circle cx="79" cy="115" r="3.4" />
          <circle cx="90" cy="104" r="3.4" />
        </g>
        {/* Eye. */}
        <circle className="belly" cx="32" cy="54" r="13" />
        <circle className="dark" cx="31" cy="51" r="8" />
        {/* Mouth. */}
        <path className="line" d="M9 66C18 76 22 80 22 88" />
      </svg>
    ),
  },
};
