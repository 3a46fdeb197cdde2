/**
 * Tabs by the WAI-ARIA pattern, with arrow keys, Home and End. Without scripts all panels are shown below one
 * another, each with its own heading.
 */
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'

interface Props {
  label: string
  tabs: readonly { title: string; panel: ReactNode }[]
}

export function Tabs({ label, tabs }: Props) {
  const id = useId()
  const [chosen, setChosen] = useState(0)
  const buttons = useRef<(HTMLButtonElement | null)[]>([])

  function move(event: KeyboardEvent) {
    const last = tabs.length - 1
    const goal = {
      ArrowLeft: chosen === 0 ? last : chosen - 1,
      ArrowRight: chosen === last ? 0 : chosen + 1,
      Home: 0,
      End: last,
    }[event.key]
    if (goal === undefined) return
    event.preventDefault()
    setChosen(goal)
    buttons.current[goal]?.focus()
  }

  return (
    <>
      <div role="tablist" aria-label={label} className="flex flex-wrap border-b border-line noscript:hidden">
        {tabs.map(({ title }, index) => (
          <button
            key={title}
            ref={(element) => void (buttons.current[index] = element)}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-controls={`${id}-panel-${index}`}
            aria-selected={index === chosen}
            tabIndex={index === chosen ? 0 : -1}
            data-replay=""
            onClick={() => setChosen(index)}
            onKeyDown={move}
            className="-mb-px min-h-12 flex-1 border-b-3 border-transparent px-2 py-2 leading-5 font-semibold text-muted -outline-offset-3 hover:text-forest aria-selected:border-forest aria-selected:text-forest sm:flex-none sm:px-6"
          >
            {title}
          </button>
        ))}
      </div>
      {tabs.map(({ title, panel }, index) => (
        <div
          key={title}
          role="tabpanel"
          id={`${id}-panel-${index}`}
          aria-labelledby={`${id}-tab-${index}`}
          className={`pt-8 ${index === chosen ? '' : 'hidden noscript:block'}`}
        >
          {panel}
        </div>
      ))}
    </>
  )
}
