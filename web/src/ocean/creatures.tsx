import type { ReactElement } from 'react';
import './creatures.css';
import type { Creature } from './theme.ts';

const FISH = 'M0 12C8 2 24 0 36 9l10-7c-1 6-1 14 0 20l-10-7C24 24 8 22 0 12Z';

/** Our own drawings, facing left, as silhouettes in the water. */
const DRAWINGS: Readonly<Record<Creature, ReactElement>> = {
  school: (
    <svg aria-hidden="true" viewBox="0 0 260 130">
      {[
        [0, 50, 1],
        [52, 22, 0.85],
        [66, 72, 0.9],
        [112, 46, 0.8],
        [128, 96, 0.7],
        [164, 20, 0.7],
        [186, 66, 0.75],
      ].map(([x, y, scale]) => (
        <path key={`${x}`} d={FISH} transform={`translate(${x} ${y}) scale(${scale})`} />
      ))}
    </svg>
  ),
  turtle: (
    <svg aria-hidden="true" viewBox="0 0 220 130">
      <path d="M52 62C66 30 128 22 166 58c6 6 14 8 26 9-12 8-22 10-34 9-32 18-84 14-106-14Z" />
      <path d="M56 66c-12 6-30 4-36-6-4-8 2-16 12-16 12 0 20 8 26 14Z" />
      <path d="M84 78c-6 20-22 36-44 46 2-22 8-40 24-52Z" />
      <path d="M96 40C98 22 90 8 76 2c-6 14-4 28 4 42Z" />
      <path d="M146 78c4 12 14 20 26 24 2-12-2-22-12-30Z" />
    </svg>
  ),
  ray: (
    <svg aria-hidden="true" viewBox="0 0 260 130">
      <path d="M8 66C36 52 60 20 118 4c-6 20-2 34 12 46 24 4 40 8 52 14 22 8 46 14 74 14-30 6-54 4-76-2-12 8-28 12-48 14-14 10-20 22-16 40C66 116 40 84 8 66Z" />
    </svg>
  ),
  jellyfish: (
    <svg aria-hidden="true" viewBox="0 0 120 210">
      <path d="M8 74C6 30 30 4 60 4s54 26 52 70c-8 8-16-2-24 4s-16 6-28-2c-10 8-20 8-28 2S14 82 8 74Z" />
      <g fill="none" strokeWidth="4" strokeLinecap="round">
        <path d="M26 80c-10 30 12 46 2 76s8 34 2 50" />
        <path d="M48 84c-8 34 10 54 0 84s6 26 2 38" />
        <path d="M72 84c8 34-10 54 0 84s-6 22-2 34" />
        <path d="M94 80c10 30-12 46-2 76s-8 34-2 46" />
      </g>
    </svg>
  ),
  whale: (
    <svg aria-hidden="true" viewBox="0 0 420 170">
      <path d="M6 92C20 40 96 22 178 30c66 6 120 30 168 34 16-14 30-30 62-34-4 22-14 34-30 44 16 8 26 20 30 38-28-2-48-12-62-24-42 20-84 44-140 50-4 14-18 24-40 28 0-12 2-20 6-28C98 138 20 132 6 92Z" />
    </svg>
  ),
  squid: (
    <svg aria-hidden="true" viewBox="0 0 320 100">
      <path d="M316 50C290 22 250 14 206 24c-30 6-52 12-66 14v24c14 2 36 8 66 14 44 10 84 2 110-26Z" />
      <path d="M290 46c6-22 2-34-8-42-14 8-26 20-32 32ZM290 54c6 22 2 34-8 42-14-8-26-20-32-32Z" />
      <g fill="none" strokeWidth="5" strokeLinecap="round">
        <path d="M142 42C108 26 92 52 60 34S24 28 6 20" />
        <path d="M142 48C108 44 92 56 62 48S30 46 12 44" />
        <path d="M142 54c-34 2-50 8-80 2s-32 6-50 6" />
        <path d="M142 60c-34 14-50-4-82 10s-36 6-54 14" />
      </g>
    </svg>
  ),
  anglerfish: (
    <svg aria-hidden="true" viewBox="0 0 240 170">
      <path d="M20 112C16 70 60 44 110 50c34 4 58 22 76 40 12-10 24-16 46-16-8 14-10 24-10 34s4 22 12 32c-24 2-38-8-48-18-22 24-52 36-88 34-44-2-70-20-78-44Z" />
      <path d="m26 118 10 12 8-12 9 14 9-13 9 13 9-12" fill="none" strokeWidth="3" stroke="var(--water-bottom)" />
      <path d="M104 52C98 22 70 10 44 24" fill="none" strokeWidth="4" strokeLinecap="round" />
      <circle className="creature__lure" cx="40" cy="28" r="9" />
      <circle cx="72" cy="86" r="6" fill="var(--water-bottom)" />
    </svg>
  ),
};

/** The zone's creatures, each crossing the water in its own time. */
export default function Creatures({ creatures }: { creatures: readonly Creature[] }) {
  return creatures.map((creature, place) => (
    <div key={creature} className={`creature creature--${creature} creature--place-${place}`}>
      {DRAWINGS[creature]}
    </div>
  ));
}
