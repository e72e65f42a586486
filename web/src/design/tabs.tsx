import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import './tabs.css';

interface Tab {
  /** The value of `?tab=`. */
  readonly name: string;
  readonly label: string;
  readonly panel: () => ReactNode;
}

interface TabsProps {
  /** The accessible name of the tab list. */
  readonly label: string;
  /** Without `?tab=`, the first is selected. */
  readonly tabs: readonly Tab[];
}

/** Tabs whose selection is part of the URL (`?tab=`). Follows the ARIA pattern for keys: arrows, Home, and End. */
export function Tabs({ label, tabs }: TabsProps) {
  const id = useId();
  const [searchParams, setSearchParams] = useSearchParams();
  const list = useRef<HTMLDivElement>(null);
  const indexInUrl = Math.max(
    0,
    tabs.findIndex(({ name }) => name === searchParams.get('tab')),
  );
  // Local state, because the router updates the URL in a transition and the tabs must react at once.
  const [selected, setSelected] = useState(indexInUrl);
  useEffect(() => setSelected(indexInUrl), [indexInUrl]);

  // Scrolls the selected tab into view within the list. scrollIntoView would also scroll the page.
  useEffect(() => {
    const tab = list.current?.children[selected];
    if (!(tab instanceof HTMLElement) || !list.current) return;
    list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
  }, [selected]);

  function select(index: number) {
    setSelected(index);
    setSearchParams(
      (previous) => {
        const next = new URLSearchParams(previous);
        if (index === 0) next.delete('tab');
        else next.set('tab', tabs[index]?.name ?? '');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  function onKeyDown(event: KeyboardEvent) {
    const last = tabs.length - 1;
    const next = {
      ArrowRight: selected === last ? 0 : selected + 1,
      ArrowLeft: selected === 0 ? last : selected - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined) return;

    event.preventDefault();
    select(next);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  }

  return (
    <div className="tabs">
      <div ref={list} className="tabs__list" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((tab, index) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            id={`${id}${tab.name}`}
            aria-selected={index === selected}
            aria-controls={`${id}panel`}
            tabIndex={index === selected ? 0 : -1}
            onClick={() => select(index)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id={`${id}panel`} role="tabpanel" aria-labelledby={`${id}${tabs[selected]?.name}`} className="tabs__panel">
        {tabs[selected]?.panel()}
      </div>
    </div>
  );
}
