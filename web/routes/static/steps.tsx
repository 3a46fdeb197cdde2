/** Numbered steps, one after the other. */
export function Steps({ steps }: { steps: readonly { title: string; text: string }[] }) {
  return (
    <ol className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      {steps.map(({ title, text }, index) => (
        <li key={title} className="rounded-card border border-line bg-surface p-6 shadow-card">
          <span
            aria-hidden="true"
            className="flex size-10 items-center justify-center rounded-full bg-forest text-lg font-bold text-white"
          >
            {index + 1}
          </span>
          <h3 className="mt-4 text-lg font-semibold">{title}</h3>
          <p className="mt-1.5 leading-7 text-muted">{text}</p>
        </li>
      ))}
    </ol>
  )
}
