/** Large numbers side by side. */
export function Figures({
  figures,
  label,
}: {
  figures: readonly (readonly [string, string])[]
  label: string
}) {
  return (
    <dl
      aria-label={label}
      className="grid grid-cols-2 gap-x-4 gap-y-7 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none"
    >
      {figures.map(([value, name]) => (
        <div key={name} className="flex flex-col-reverse text-center">
          <dt className="text-muted">{name}</dt>
          <dd className="text-3xl font-bold tracking-tight text-forest sm:text-4xl">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
