/** Below a text of the product form: each of its words that need a proof, with what a seller can do about them. */
import { useId, useRef, useState } from 'react'
import { type GreenWordsFound, keepReason, type ReadField } from '../../../../contract/green-words.ts'
import { greenClaimLimits } from '../../../../contract/catalogue-limits.ts'
import { paths } from '../../../paths.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Check } from '../../../ui/icons.tsx'
import { TriangleAlert } from '../../../ui/more-icons.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { labels } from './form-values.ts'
import type { GreenWords } from './use-green-words.ts'

export function GreenWordsNotes({ field, green }: { field: ReadField; green: GreenWords }) {
  const found = green.found.filter((one) => one.field === field)
  const open = found.filter((one) => green.reasonOf(one) === null).length
  return (
    <>
      <p role="status" className="sr-only">
        {open > 0 && `${labels[field]}: ${open === 1 ? 'one claim needs' : `${open} claims need`} a proof.`}
      </p>
      {found.map((one) => (
        <Words key={one.words.toLowerCase()} found={one} green={green} />
      ))}
    </>
  )
}

const small = 'px-3.5 text-sm'

function Words({ found, green }: { found: GreenWordsFound; green: GreenWords }) {
  const id = useId()
  const section = useRef<HTMLElement>(null)
  const [asked, setAsked] = useState(false)
  const { words, why, provedBy, instead } = found
  const reason = green.reasonOf(found)
  /** The pressed button goes with the question. */
  function answered(): void {
    section.current?.focus()
    setAsked(false)
  }
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby={id}
      className={`rounded-xl p-4 text-sm ${reason === null ? 'bg-amber-soft' : 'bg-dew'}`}
    >
      <div className="flex gap-3">
        <span
          aria-hidden="true"
          className={`shrink-0 [&_svg]:size-5 ${reason === null ? 'text-amber' : 'text-forest'}`}
        >
          {reason === null ? <TriangleAlert /> : <Check />}
        </span>
        <div className="min-w-0 wrap-anywhere">
          <h3 id={id} className="font-semibold">
            ‘{words}’ {reason === null ? 'needs a proof' : 'stays without a proof'}
          </h3>
          {reason === null ? (
            <p>
              {why}
              {provedBy.length > 0 && ` Proven by an accepted claim: ${provedBy.join(' or ')}.`}
            </p>
          ) : (
            <p>Your reason: {reason}</p>
          )}
        </div>
      </div>
      {asked ? (
        <Reason
          words={words}
          start={reason ?? ''}
          onKeep={(text) => {
            green.keep(found, text)
            answered()
          }}
          onClose={answered}
        />
      ) : (
        <div className="mt-3 flex flex-wrap gap-2">
          {reason === null && (
            <>
              <a
                href={paths.newGreenClaim}
                target="_blank"
                rel="noreferrer"
                className={buttonClass('secondary', small)}
              >
                Prove it<span className="sr-only">: {words} (in a new tab)</span>
              </a>
              {instead.map((other) => (
                <Button
                  key={other}
                  look="secondary"
                  aria-label={`Write ${other} instead of ${words}`}
                  onClick={() => green.replace(found, other)}
                  className={small}
                >
                  Write ‘{other}’
                </Button>
              ))}
              <Button
                look="secondary"
                aria-label={`Leave out ${words}`}
                onClick={() => green.replace(found, '')}
                className={small}
              >
                Leave it out
              </Button>
            </>
          )}
          <Button
            look="secondary"
            aria-label={reason === null ? `Keep my words: ${words}` : `Change the reason for ${words}`}
            onClick={() => setAsked(true)}
            className={small}
          >
            {reason === null ? 'Keep my words' : 'Change the reason'}
          </Button>
        </div>
      )}
    </section>
  )
}

interface ReasonProps {
  words: string
  start: string
  onKeep: (reason: string) => void
  onClose: () => void
}

/** It stands in the form of the product and is no field of it: it has no name, and Enter keeps the words and saves nothing. */
function Reason({ words, start, onKeep, onClose }: ReasonProps) {
  const [text, setText] = useState(start)
  const [error, setError] = useState<string>()
  function keep(): void {
    const read = keepReason.safeParse(text)
    if (read.success) onKeep(read.data)
    else setError(read.error.issues[0]?.message)
  }
  return (
    <div className="mt-3 flex flex-col gap-3">
      <TextField
        label={`Why do you keep ‘${words}’?`}
        hint="Our team reads it. For example: ‘The proof follows.’"
        value={text}
        error={error}
        maxLength={greenClaimLimits.keepReasonLength}
        autoComplete="off"
        autoFocus
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          setError(undefined)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          keep()
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button onClick={keep} className={small}>
          Keep my words
        </Button>
        <Button look="ghost" onClick={onClose} className={small}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
