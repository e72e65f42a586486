import { expect, it } from 'vitest';
import { markUnusedPartsPure } from './unused-router-parts.ts';

it('markUnusedPartsPure removes display names, and marks calls that create components as pure', () => {
  const code = `var LinkContext = React2.createContext(null);
LinkContext.displayName = "Link";
var Routes2 = /* @__PURE__ */ React.memo(Routes);
function Link() { return React2.createElement("a", { displayName: "Link" }); }`;

  expect(markUnusedPartsPure(code)).toBe(`var LinkContext = /* @__PURE__ */ React2.createContext(null);

var Routes2 = /* @__PURE__ */ React.memo(Routes);
function Link() { return React2.createElement("a", { displayName: "Link" }); }`);
});
