/** Suggestions for the text in the search field, requested 150 ms after the last key. */
import { useEffect, useState } from 'react'
import type { Suggestion } from '../../contract/product.ts'
import { api } from '../../contract/endpoints.ts'
import { call } from '../api/client.ts'

const pauseMs = 150
const none: readonly Suggestion[] = []

// Answers of this visit by text, so that deleting a letter makes no request.
const known = new Map<string, readonly Suggestion[]>()
const knownAtMost = 200

/** `text` is trimmed; an empty one has no suggestions. */
export function useSuggestions(text: string): { items: readonly Suggestion[]; answered: boolean } {
  const [answer, setAnswer] = useState<{ text: string; items: readonly Suggestion[] } | null>(null)

  useEffect(() => {
    if (!text) return
    const outdated = new AbortController()
    const ask = async () => {
      try {
        const items =
          known.get(text) ??
          (await call(api.product.suggest, { params: { name: text }, signal: outdated.signal }))
        if (outdated.signal.aborted) return
        if (known.size >= knownAtMost) known.clear()
        known.set(text, items)
        setAnswer({ text, items })
      } catch (error) {
        // The search works without suggestions.
        if (!outdated.signal.aborted) console.info('No suggestions.', error)
      }
    }
    const timer = setTimeout(() => void ask(), known.has(text) ? 0 : pauseMs)
    return () => {
      clearTimeout(timer)
      outdated.abort()
    }
  }, [text])

  // An answer for another text than the present one is not shown.
  const current = text !== '' && answer?.text === text
  return { items: current ? answer.items : none, answered: current }
}
