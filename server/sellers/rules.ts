/** Decisions about a seller's products on plain values. */

/** What a form was loaded with: the count of saves, and the units that it showed. */
export interface LoadedForm {
  version: number
  shownUnits: number
}

export function versionOf({ version, shownUnits }: LoadedForm): string {
  return `${version}-${shownUnits}`
}

/** Undefined for what is no version of ours. */
export function readVersion(text: string): LoadedForm | undefined {
  const [, version, shownUnits] = /^(\d{1,9})-(\d{1,9})$/.exec(text) ?? []
  return version && shownUnits ? { version: Number(version), shownUnits: Number(shownUnits) } : undefined
}

/**
 * Units free for sale after a save. The number that a seller types counts every piece not sold yet, so it includes
 * those that unpaid checkouts hold and that stock has given away already.
 *
 * A form that says what it showed means a difference: pieces sold since it was loaded stay sold, and a number left as it
 * was changes nothing. Without that the number is taken as it stands. Fewer pieces than buyers hold leave nothing free;
 * what they do not pay for comes back.
 */
export function freeUnits(
  typed: number,
  now: { free: number; held: number },
  shown: number | undefined,
): number {
  const free = shown === undefined ? typed - now.held : now.free + typed - shown
  return Math.max(0, free)
}

/** Words to look for in names; more than eight tell nothing more. */
export function searchWords(text: string | undefined): string[] {
  return (text ?? '').split(/\s+/).filter(Boolean).slice(0, 8)
}
