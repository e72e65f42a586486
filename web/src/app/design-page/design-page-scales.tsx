import type { CSSProperties } from 'react';
import sheet from '../../design/tokens.css?raw';

/** The names of all tokens, which are custom properties. A set, because colour schemes define some tokens again. */
const TOKENS = [...new Set([...sheet.matchAll(/^\s*(--[\w-]+):/gm)].map(([, name = '']) => name))];

const findTokens = (prefix: string) => TOKENS.filter((name) => name.startsWith(prefix));

const TYPE_TOKENS = findTokens('--type');
const SPACE_TOKENS = findTokens('--space');
const RADIUS_TOKENS = findTokens('--radius');

/** Matches tokens that aren't colours. */
const OTHER_TOKEN =
  /^--(type|space|radius|gutter|elevation|layer|motion|font|ring|light|page|reading|target|bar-height|thumb|strip)/;
const COLOUR_TOKENS = TOKENS.filter((name) => !OTHER_TOKEN.test(name));

/** Samples of the tokens: the scales of type, space, and corners, and all colours. */
export function ScalesSection() {
  return (
    <section className="form">
      <h2>Scales</h2>
      {TYPE_TOKENS.map((name) => (
        <p key={name} style={{ fontSize: `var(${name})` }}>
          {name} <span className="design__figures">0123456789.00m</span>
        </p>
      ))}
      <div className="design__set">
        {SPACE_TOKENS.map((name) => (
          <Swatch key={name} name={name} style={{ inlineSize: `var(${name})`, background: 'var(--accent)' }} />
        ))}
        {RADIUS_TOKENS.map((name) => (
          <Swatch key={name} name={name} style={{ borderRadius: `var(${name})`, background: 'var(--accent)' }} />
        ))}
        <Swatch name="--elevation" style={{ background: 'var(--surface-3)', boxShadow: 'var(--elevation)' }} />
      </div>
      <div className="design__set">
        {COLOUR_TOKENS.map((name) => (
          <Swatch key={name} name={name} style={{ background: `var(${name})` }} />
        ))}
      </div>
    </section>
  );
}

/** A token's name next to a box with a style that uses the token. */
function Swatch({ name, style }: { name: string; style: CSSProperties }) {
  return (
    <span className="design__swatch">
      <i style={style} />
      {name}
    </span>
  );
}
