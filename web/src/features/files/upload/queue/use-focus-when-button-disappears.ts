import { useLayoutEffect, useRef } from 'react';

/** Focuses the row if the focused button disappears with a new status. Otherwise, the focus would be lost. */
export function useFocusWhenButtonDisappears(status: string) {
  const row = useRef<HTMLLIElement>(null);
  const hadFocus = useRef(false);

  useLayoutEffect(() => {
    const element = row.current;
    const onFocus = () => {
      hadFocus.current = true;
    };
    const onBlur = ({ relatedTarget }: FocusEvent) => {
      // Without another focused element, the focused button may have disappeared.
      if (relatedTarget) hadFocus.current = false;
    };

    element?.addEventListener('focusin', onFocus);
    element?.addEventListener('focusout', onBlur);

    return () => {
      element?.removeEventListener('focusin', onFocus);
      element?.removeEventListener('focusout', onBlur);
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: buttons change with the status.
  useLayoutEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) row.current?.focus();
  }, [status]);

  return row;
}
