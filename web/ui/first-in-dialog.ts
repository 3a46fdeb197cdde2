/**
 * A ref for the element that has the focus when its dialog opens. The browser looks for the attribute `autofocus`,
 * which React does not write into the page.
 */
export function firstInDialog(element: HTMLElement | null): void {
  element?.setAttribute('autofocus', '')
}
