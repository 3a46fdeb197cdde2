import { Check } from '../../../ui/icons.tsx'

/** The steps of the registration, with the present one marked. */
export function StepIndicator({ names, step }: { names: readonly string[]; step: number }) {
  return (
    <ol aria-label="Steps" className="mb-6 grid grid-cols-3 gap-2 text-sm">
      {names.map((name, index) => {
        const place = index + 1
        const done = place < step
        return (
          <li
            key={name}
            aria-current={place === step ? 'step' : undefined}
            className={`flex flex-col gap-2 ${place === step ? 'font-semibold text-forest' : 'text-muted'}`}
          >
            <span
              aria-hidden="true"
              className={`h-1.5 rounded-full ${place <= step ? 'bg-forest' : 'bg-mist'}`}
            />
            <span className="flex items-center gap-1">
              {done ? <Check aria-hidden="true" className="size-4 shrink-0 text-forest" /> : `${place}.`}{' '}
              {name}
              {done && <span className="sr-only"> (done)</span>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
