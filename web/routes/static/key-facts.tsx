/** The most important figures of a policy, before its text. */
export function KeyFacts({ facts }: { facts: readonly { name: string; value: string; note?: string }[] }) {
  return (
    <dl aria-label="In short" className="mb-10 grid gap-3 sm:grid-cols-2">
      {facts.map(({ name, value, note }) => (
        <div key={name} className="rounded-card border border-line bg-surface px-5 py-4 shadow-card">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="mt-0.5 text-lg font-semibold text-forest">{value}</dd>
          {note && <dd className="text-sm text-muted">{note}</dd>}
        </div>
      ))}
    </dl>
  )
}
