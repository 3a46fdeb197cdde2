/** Large numbers side by side. */
interface Props {
  figures: readonly (readonly [value: string, name: string])[]
  label: string
}

const columns: Record<number, string> = {
  2: 'grid-cols-2',
  3: 'grid-cols-3',
  4: 'grid-cols-2 sm:grid-cols-4',
}

export function Figures({ figures, label }: Props) {
  return (
    <dl aria-label={label} className={`grid gap-x-4 gap-y-7 ${columns[figures.length]}`}>
      {figures.map(([value, name]) => (
        <div key={name} className="flex flex-col-reverse justify-end text-center">
          <dt className="text-sm text-muted sm:text-base">{name}</dt>
          <dd className="text-2xl font-bold tracking-tight text-forest sm:text-4xl">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
