/** Beside a button that cannot be pressed: what its form lacks. */
export function StillNeeded({ lacks }: { lacks: readonly string[] }) {
  return (
    <p role="status" className="text-sm text-muted empty:hidden">
      {lacks.length > 0 && `Still needed: ${listed(lacks)}.`}
    </p>
  )
}

const listed = (lacks: readonly string[]): string =>
  lacks.length < 2 ? lacks.join('') : `${lacks.slice(0, -1).join(', ')} and ${lacks.at(-1)}`
