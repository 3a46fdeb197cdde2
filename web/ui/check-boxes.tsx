import { useId } from 'react'

interface Props<Name extends string> {
  legend: string
  names: readonly Name[]
  /** The label of each box and its explanation. */
  words: Record<Name, readonly [name: string, meaning: string]>
  ticked?: readonly Name[] | undefined
  /** An error about the whole group. */
  error?: string | undefined
}

export function CheckBoxes<Name extends string>({ legend, names, words, ticked, error }: Props<Name>) {
  const note = useId()
  return (
    <fieldset aria-describedby={error ? note : undefined}>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className="flex flex-col gap-1">
        {names.map((name) => (
          <label
            key={name}
            className="grid min-h-11 cursor-pointer grid-cols-[auto_1fr] items-center gap-x-3 rounded-xl px-2 hover:bg-dew"
          >
            <input
              type="checkbox"
              name={name}
              defaultChecked={ticked?.includes(name)}
              className="row-span-2 size-5 accent-forest"
            />
            <span className="font-medium">{words[name][0]}</span>
            <span className="text-sm text-muted">{words[name][1]}</span>
          </label>
        ))}
      </div>
      <p id={note} aria-live="polite" className="mt-1 text-sm text-clay empty:hidden">
        {error}
      </p>
    </fieldset>
  )
}
