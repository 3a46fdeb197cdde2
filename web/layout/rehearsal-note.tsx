import { useSettings } from '../settings.ts'

/** The first line of every page while not everything in the shop is real. It stands in the HTML, so nothing moves. */
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
