import { type RefObject, useLayoutEffect } from 'react';

/**
 * Makes a text field as high as its text, in browsers without the CSS property `field-sizing`. The style sheet limits
 * the height.
 *
 * @param value - the field's text
 */
export function useGrowingField(field: RefObject<HTMLTextAreaElement | null>, value: string): void {
  useLayoutEffect(() => {
    const element = field.current;
    if (!element || globalThis.CSS?.supports('field-sizing', 'content')) return;

    // Measures from the height of the rows, so that the field can shrink.
    element.style.blockSize = 'auto';
    if (value === '') return;
    const borderHeight = element.offsetHeight - element.clientHeight;
    element.style.blockSize = `${element.scrollHeight + borderHeight}px`;
  }, [field, value]);
}
