/** A line such as 'Material: Coconut shell'. */
const fact = /^([^:\n]{1,40}):\s+(\S.*)$/

/** A product's details: a table if every line is a name with a value, otherwise text. */
export function Details({ text }: { text: string }) {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const facts = lines.map((line) => fact.exec(line))
  if (lines.length < 2 || facts.some((one) => !one))
    return <p className="max-w-prose whitespace-pre-line">{text}</p>
  return (
    <dl className="divide-y divide-line border-y border-line">
      {facts.map((one, index) => (
        <div key={index} className="grid grid-cols-[7.5rem_1fr] gap-4 py-2.5">
          <dt className="text-muted">{one?.[1]}</dt>
          <dd className="min-w-0">{one?.[2]}</dd>
        </div>
      ))}
    </dl>
  )
}
