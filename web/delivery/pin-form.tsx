/** A pin code to ask about, with the answer below it. */
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { Button } from '../ui/button.tsx'
import { DigitsField } from '../ui/digits-field.tsx'

interface Props {
  pin: string | null
  onPin: (pin: string) => void
  /** The answer. Its place is kept, so that nothing moves when it comes. */
  children: ReactNode
}

/** Without JavaScript nobody could be asked: the form is hidden, and the page's general period stands. */
export function PinForm({ pin, onPin, children }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const answer = useId()
  const [wrong, setWrong] = useState(false)

  // Somebody may have typed before the remembered one was known.
  useEffect(() => {
    if (pin !== null && input.current?.value === '') input.current.value = pin
  }, [pin])

  function submit(event: FormEvent): void {
    event.preventDefault()
    const typed = input.current?.value ?? ''
    const isPin = /^[1-9]\d{5}$/.test(typed)
    setWrong(!isPin)
    if (isPin) onPin(typed)
    else input.current?.focus()
  }

  return (
    <form onSubmit={submit} noValidate aria-label="Delivery" className="[@media(scripting:none)]:hidden">
      <div className="flex items-end gap-2">
        <div className="w-36">
          <DigitsField
            ref={input}
            digits={limits.pinCodeDigits}
            label="Delivery to PIN"
            name="pinCode"
            autoComplete="postal-code"
            aria-describedby={answer}
            onChange={() => setWrong(false)}
          />
        </div>
        <Button type="submit" look="secondary" data-replay="">
          Check
        </Button>
      </div>
      <p id={answer} aria-live="polite" className="mt-1.5 min-h-6 text-sm">
        {wrong ? <span className="text-clay">Pin code must be 6 digits.</span> : children}
      </p>
    </form>
  )
}
