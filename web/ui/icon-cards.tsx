/** Cards with an icon, a title and a text. */
import type { IconComponent } from './icons.tsx'

export interface Point {
  icon: IconComponent
  title: string
  text: string
}

const columns = {
  2: 'sm:grid-cols-2',
  3: 'sm:grid-cols-2 lg:grid-cols-3',
  4: 'sm:grid-cols-2 lg:grid-cols-4',
}

export function IconCards({
  points,
  across = 3,
}: {
  points: readonly Point[]
  across?: keyof typeof columns
}) {
  return (
    <ul className={`grid grid-cols-1 gap-4 ${columns[across]}`}>
      {points.map(({ icon: Icon, title, text }) => (
        <li key={title} className="rounded-card border border-line bg-surface p-6 shadow-card">
          <span className="flex size-12 items-center justify-center rounded-full bg-leaf-soft text-forest">
            <Icon aria-hidden="true" className="size-6" />
          </span>
          <h3 className="mt-4 text-lg font-semibold">{title}</h3>
          <p className="mt-1.5 leading-7 text-muted">{text}</p>
        </li>
      ))}
    </ul>
  )
}
