/** What can be done with one rate: replacing it, letting it end, or withdrawing it before it begins. */
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { admin } from '../../../../contract/admin.ts'
import { day } from '../../../../contract/fields.ts'
import type { RateKind } from '../../../../contract/rates.ts'
import { call } from '../../../api/client.ts'
import { useRecentLogin } from '../../../forms/confirm-login.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ActionButton } from '../action-button.tsx'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { today } from '../../../ui/dates.ts'

interface Dated {
  id: number
  to: string | null
  state: 'past' | 'present' | 'future'
  mayEnd: boolean
}

interface Props {
  kind: RateKind
  rate: Dated
  /** The subject of the rate, for screen readers. */
  name: string
  /** The dialog that adds the next rate of this subject. */
  next: (onClose: () => void) => ReactNode
}

export function ChangeButtons({ kind, rate, name, next }: Props) {
  const [open, setOpen] = useState<'next' | 'end' | null>(null)
  const withRecentLogin = useRecentLogin()
  const close = () => setOpen(null)
  if (rate.state === 'past') return null
  const params = { kind, id: rate.id }
  return (
    <span className="flex flex-wrap justify-end gap-2">
      {rate.to === null && (
        <Button
          look="secondary"
          aria-haspopup="dialog"
          aria-label={`New rate: ${name}`}
          onClick={() => setOpen('next')}
          className="px-4 text-sm"
        >
          New rate
        </Button>
      )}
      {rate.mayEnd && rate.state === 'present' && (
        <Button
          look="secondary"
          aria-haspopup="dialog"
          aria-label={`End: ${name}`}
          onClick={() => setOpen('end')}
          className="px-4 text-sm"
        >
          End
        </Button>
      )}
      {rate.state === 'future' && (
        <ActionButton
          label="Withdraw"
          busyLabel="Withdrawing..."
          action={() => withRecentLogin(() => call(admin.withdrawRate, { params }))}
          failed="The rate could not be withdrawn."
        />
      )}
      {open === 'next' && next(close)}
      {open === 'end' && (
        <FormDialog
          title={`End: ${name}`}
          text="The more general rate holds from the day after. Orders keep the rates of the day on which they were placed."
          schema={z.object({ lastDay: day })}
          button="End rate"
          failed="The rate could not be ended."
          send={(body) => call(admin.endRate, { params, body })}
          onClose={close}
        >
          {(field) => <TextField {...field('lastDay')} type="date" min={today()} label="Last day" />}
        </FormDialog>
      )}
    </span>
  )
}
