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
  /** Without `?tab=`, the first tab is selected. */
  readonly tabs: readonly Tab[];
}

/** Tabs whose selection is part of the URL (`?tab=`). Follows the ARIA pattern for keys: arrows, Home, and End. */
export function Tabs({ label, tabs }: TabsProps) {
  const id = useId();
  const [selectedIndex, select] = useTabInUrl(tabs);
  const list = useRef<HTMLDivElement>(null);

  // Scrolls the selected tab into view within the list. scrollIntoView would also scroll the page.
  useEffect(() => {
    const tab = list.current?.children[selectedIndex];
    if (!(tab instanceof HTMLElement) || !list.current) return;
    list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
  }, [selectedIndex]);

  function onKeyDown(event: KeyboardEvent) {
    const nextIndex = findTabForKey(event.key, selectedIndex, tabs.length - 1);
    if (nextIndex === undefined) return;

    event.preventDefault();
    select(nextIndex);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[nextIndex]?.focus();
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
            aria-selected={index === selectedIndex}
            aria-controls={`${id}panel`}
            tabIndex={index === selectedIndex ? 0 : -1}
            onClick={() => select(index)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        id={`${id}panel`}
        role="tabpanel"
        aria-labelledby={`${id}${tabs[selectedIndex]?.name}`}
        className="tabs__panel"
      >
        {tabs[selectedIndex]?.panel()}
      </div>
    </div>
  );
}

/** Returns the index of the selected tab, and a function that selects a tab and updates the URL. */
function useTabInUrl(tabs: readonly Tab[]): [number, (index: number) => void] {
  const [searchParams, setSearchParams] = useSearchParams();
  const indexInUrl = Math.max(
    0,
    tabs.findIndex(({ name }) => name === searchParams.get('tab')),
  );

  // Keeps local state, because the router updates the URL in a transition and the tabs must react immediately.
  const [selectedIndex, setSelectedIndex] = useState(indexInUrl);
  useEffect(() => setSelectedIndex(indexInUrl), [indexInUrl]);

  function select(index: number) {
    setSelectedIndex(index);
    setSearchParams(
      (previousParams) => {
        const newParams = new URLSearchParams(previousParams);
        if (index === 0) newParams.delete('tab');
        else newParams.set('tab', tabs[index]?.name ?? '');
        return newParams;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  return [selectedIndex, select];
}

/** Returns the index of the tab that a key selects, or undefined for other keys. */
function findTabForKey(key: string, selectedIndex: number, lastIndex: number): number | undefined {
  const indexByKey: Readonly<Record<string, number>> = {
    ArrowRight: selectedIndex === lastIndex ? 0 : selectedIndex + 1,
    ArrowLeft: selectedIndex === 0 ? lastIndex : selectedIndex - 1,
    Home: 0,
    End: lastIndex,
  };
  return indexByKey[key];
}
