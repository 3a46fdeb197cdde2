import { useSettings } from '../settings.ts'

/**
 * The first line of every page of a shop that is only rehearsed. It is part of the server's HTML, so that nothing
 * moves.
 */
export function RehearsalNote() {
  const { rehearsal } = useSettings()
  return (
    rehearsal && (
      <aside aria-label="About this shop" className="rehearsal">
        <p>{rehearsal}</p>
      </aside>
    )
  )
}
