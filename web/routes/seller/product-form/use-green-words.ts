/** What of a product form's texts needs a proof: asked from the server while the seller types, and once more before a save. */
import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { greenClaim } from '../../../../contract/green-claim-calls.ts'
import {
  type GreenWordsFound,
  type KeptWords,
  type ReadField,
  readFields,
} from '../../../../contract/green-words.ts'
import { limits } from '../../../../contract/limits.ts'
import { greenClaimLimits, imageTextLength } from '../../../../contract/catalogue-limits.ts'
import { call } from '../../../api/client.ts'
import type { Values } from './form-values.ts'

export type GreenWords = ReturnType<typeof useGreenWords>

const pauseMs = 700
const longest: Record<ReadField, number> = {
  name: limits.productNameLength,
  description: limits.descriptionLength,
  details: limits.detailsLength,
  imageTexts: limits.productImages * (imageTextLength + 1),
}
const isReadField = (name: string): name is ReadField => (readFields as readonly string[]).includes(name)
const isOf = (found: GreenWordsFound) => (kept: KeptWords[number]) =>
  kept.field === found.field && kept.words === found.words.toLowerCase()

/** `kept` are the reasons given in this form; it is the page's, so that a form that is merged with another window keeps them. */
export function useGreenWords(
  form: RefObject<HTMLFormElement | null>,
  productId: string | undefined,
  [kept, setKept]: [KeptWords, (kept: KeptWords) => void],
) {
  const [found, setFound] = useState<readonly GreenWordsFound[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const turn = useRef(0)

  /** Each picture has a control for its text, a line of the text that is read. */
  const controls = (field: ReadField) => [
    ...(form.current?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      `[name=${field}]:not([type=hidden])`,
    ) ?? []),
  ]
  const textOf = (field: ReadField) =>
    controls(field)
      .map(({ value }) => value)
      .join('\n')

  /** Null where there was no answer: the save records what is found then. */
  async function check(): Promise<readonly GreenWordsFound[] | null> {
    clearTimeout(timer.current)
    const own = (turn.current += 1)
    const texts = readFields.map((field) => [field, textOf(field).slice(0, longest[field])])
    const body = { productId, ...Object.fromEntries(texts) }
    const blank = texts.every(([, text]) => text === '')
    const answer = blank ? [] : await call(greenClaim.checkWords, { body }).catch(() => null)
    // A later check has the texts of now.
    if (answer && own === turn.current) setFound(answer)
    return answer
  }

  const first = useEffectEvent(() => void check())
  useEffect(() => {
    first()
    return () => clearTimeout(timer.current)
  }, [])

  const reasonOf = (one: GreenWordsFound) => kept.find(isOf(one))?.reason ?? one.reason

  return {
    found,
    reasonOf,
    onInput({ target }: FormEvent): void {
      if (!isReadField((target as HTMLInputElement).name)) return
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void check(), pauseMs)
    },
    keep(one: GreenWordsFound, reason: string): void {
      const others = kept.filter((other) => !isOf(one)(other))
      // As after typing: the error of the field goes.
      controls(one.field)[0]?.dispatchEvent(new Event('input', { bubbles: true }))
      setKept([...others, { field: one.field, words: one.words.toLowerCase(), reason }])
    },
    /** Puts other words in each place of the text, none for ''. Typing between the check and the press moves no other text. */
    replace({ field, words, starts }: GreenWordsFound, other: string): void {
      let begin = 0
      for (const area of controls(field)) {
        const { value } = area
        const own = starts.map((start) => start - begin).filter((start) => start >= 0 && start < value.length)
        begin += value.length + 1
        if (own.length === 0) continue
        area.value = own.reduceRight((text, start) => {
          const end = start + words.length
          const there = text.slice(start, end)
          if (there.toLowerCase() !== words.toLowerCase()) return text
          const behind = text.slice(other === '' && text[end] === ' ' ? end + 1 : end)
          return text.slice(0, start) + withCapitalOf(there, other) + behind
        }, value)
        // The form hears it like typing.
        area.dispatchEvent(new Event('input', { bubbles: true }))
        area.focus()
      }
      void check()
    },
    /**
     * The words that the seller has to answer before a save: those without a reason in texts that were changed. A price can be
     * changed without an answer for the texts of before.
     */
    async unanswered(saved: Values): Promise<GreenWordsFound[]> {
      const now = (await check()) ?? []
      return now.filter((one) => reasonOf(one) === null && textOf(one.field) !== saved[one.field])
    },
    /** The server passes over reasons for words that are not in the texts. */
    kept: kept.slice(-greenClaimLimits.greenWordsMax),
  }
}

const withCapitalOf = (words: string, other: string): string =>
  words[0] === words[0]?.toLowerCase() ? other : other.slice(0, 1).toUpperCase() + other.slice(1)
