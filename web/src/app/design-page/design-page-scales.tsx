import sheet from '../../design/tokens.css?raw';

const tokenNames = [...new Set([...sheet.matchAll(/^\s*(--[\w-]+):/gm)].map(([, name = '']) => name))];
const findTokens = (prefix: string) => tokenNames.filter((name) => name.startsWith(prefix));

const TYPE = findTokens('--type');
const SPACE = findTokens('--space');
const RADIUS = findTokens('--radius');
const NO_COLOUR =
  /^--(type|space|radius|gutter|elevation|layer|motion|font|ring|light|page|reading|target|bar-height|thumb|strip)/;
const COLOURS = tokenNames.filter((name) => !NO_COLOUR.test(name));

/** The scales of type, space, and corners, and all colours. */
export function Scales() {
  return (
    <section className="form">
      <h2>Scales</h2>
      {TYPE.map((name) => (
        <p key={name} style={{ fontSize: `var(${name})` }}>
          {name} <span className="design__figures">0123456789.00m</span>
        </p>
      ))}
      <div className="design__set">
        {SPACE.map((name) => (
          <span key={name} className="design__swatch">
            <i style={{ inlineSize: `var(${name})`, background: 'var(--accent)' }} />
            {name}
          </span>
        ))}
        {RADIUS.map((name) => (
          <span key={name} className="design__swatch">
            <i style={{ borderRadius: `var(${name})`, background: 'var(--accent)' }} />
            {name}
          </span>
        ))}
        <span className="design__swatch">
          <i style={{ background: 'var(--surface-3)', boxShadow: 'var(--elevation)' }} />
          --elevation
        </span>
      </div>
      <div className="design__set">
        {COLOURS.map((name) => (
          <span key={name} className="design__swatch">
            <i style={{ background: `var(${name})` }} />
            {name}
          </span>
        ))}
      </div>
    </section>
  );
}
