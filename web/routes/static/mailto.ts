/** The address of a new e-mail. In mailto: a space is %20, never a plus. */
export function mailto(address: string, subject?: string): string {
  return `mailto:${address}${subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`}`
}
