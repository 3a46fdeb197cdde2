/** HSN codes for the text in the field, requested 150 ms after the last key. */
import { useEffect, useState } from 'react'
import { api } from '../../../../contract/endpoints.ts'
import type { HsnChoice } from '../../../../contract/hsn.ts'
import { call } from '../../../api/client.ts'

const pauseMs = 150
const none: readonly HsnChoice[] = []

/** `text` is trimmed; an empty one has no codes. An answer for another text than the present one is not returned. */
export function useHsnCodes(text: string): { items: readonly HsnChoice[]; answered: boolean } {
  const [answer, setAnswer] = useState<{ text: string; items: readonly HsnChoice[] } | null>(null)

  useEffect(() => {
    if (!text) return
    const outdated = new AbortController()
    const ask = async () => {
      try {
        const items = await call(api.hsn.search, { query: { search: text }, signal: outdated.signal })
        if (!outdated.signal.aborted) setAnswer({ text, items })
      } catch (error) {
        // A code can be typed without the list; the server checks it.
        if (!outdated.signal.aborted) console.info('No HSN codes.', error)
      }
    }
    const timer = setTimeout(() => void ask(), pauseMs)
    return () => {
      clearTimeout(timer)
      outdated.abort()
    }
  }, [text])

  const current = text !== '' && answer?.text === text
  return { items: current ? answer.items : none, answered: current }
}
