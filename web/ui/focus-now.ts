/** A ref for a field that comes onto the page because it is asked for. */
export const focusNow = (field: HTMLInputElement | null): void => field?.focus()
