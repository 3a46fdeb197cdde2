/** Choices for the text in a field, requested 150 ms after the last key. */
import { useEffect, useState } from 'react'

const pauseMs = 150
const knownAtMost = 200

export interface Lookup<Item> {
  ask: (text: string, signal: AbortSignal) => Promise<readonly Item[]>
  /** Results of this visit by text, so that deleting a letter makes no request. */
  known: Map<string, readonly Item[]>
}

/** Called once for each kind of choices, outside components: the results outlive the field. */
export const openLookup = <Item>(ask: Lookup<Item>['ask']): Lookup<Item> => ({ ask, known: new Map() })

/** `text` is trimmed; an empty one has no choices. A field works without them, so a failed request is only logged in the console. */
export function useLookup<Item>(
  text: string,
  { ask, known }: Lookup<Item>,
): { items: readonly Item[]; answered: boolean } {
  const [answer, setAnswer] = useState<{ text: string; items: readonly Item[] } | null>(null)

  useEffect(() => {
    if (!text) return
    const outdated = new AbortController()
    const { signal } = outdated
    const request = async () => {
      try {
        const items = known.get(text) ?? (await ask(text, signal))
        if (signal.aborted) return
        if (known.size >= knownAtMost) known.clear()
        known.set(text, items)
        setAnswer({ text, items })
      } catch (error) {
        if (!signal.aborted) console.info('No choices.', error)
      }
    }
    const timer = setTimeout(() => void request(), known.has(text) ? 0 : pauseMs)
    return () => {
      clearTimeout(timer)
      outdated.abort()
    }
  }, [text, ask, known])

  // A result for another text than the present one is not shown.
  const current = text !== '' && answer?.text === text
  return { items: current ? answer.items : [], answered: current }
}
