/** What an administrator can decide about a listing. */
import { useState } from 'react'
import { z } from 'zod'
import { admin } from '../../../../contract/admin.ts'
import type { AdminListing, DecisionAct } from '../../../../contract/admin-moderation.ts'
import { text } from '../../../../contract/fields.ts'
import { listingFaults, listingFaultWords, moderationLimits } from '../../../../contract/moderation-words.ts'
import { call } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { ActionButton } from '../action-button.tsx'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { may } from '../may.ts'

const dialogs = {
  hide: {
    title: 'Hide this listing?',
    text: 'It leaves sale at once, until the seller has saved a change and you have looked at it. The seller gets reason and text by mail, and the audit keeps them. Orders go on.',
    button: 'Hide until changed',
    label: 'What has the seller to change?',
  },
  'take-down': {
    title: 'Take this listing down?',
    text: 'It leaves sale at once. The seller gets reason and text by mail and can appeal once; it is on their record. Orders go on.',
    button: 'Take down',
    label: 'What exactly is wrong?',
  },
  uphold: {
    title: 'Refuse the appeal?',
    text: 'The listing stays off sale, and that is final. The seller gets the text by mail.',
    button: 'Refuse the appeal',
    label: 'Why?',
  },
} as const

const note = text(moderationLimits.noteLength, 'Please say what exactly is wrong.')
const reasonForm = z.object({ reason: z.enum(listingFaults, { error: 'Please choose a reason.' }), note })
const noteForm = z.object({ note })

export function Decisions({
  listing: { id, version, decided, state, deleted, why },
}: {
  listing: AdminListing
}) {
  const [asking, setAsking] = useState<keyof typeof dialogs | null>(null)
  if (!may(admin.decideListing)) return null
  const decide = (act: DecisionAct, more: { reason?: (typeof listingFaults)[number]; note?: string } = {}) =>
    call(admin.decideListing, { params: { id }, body: { act, version, decided, note: '', ...more } })
  const waits = why.length > 0
  const ask = (act: keyof typeof dialogs) => (
    <Button look="secondary" aria-haspopup="dialog" onClick={() => setAsking(act)} className="px-4 text-sm">
      {dialogs[act].button}
    </Button>
  )
  const dialog = asking && {
    ...dialogs[asking],
    ...(deleted && {
      text: 'The seller gets reason and text by mail and can write to us; it is on their record. Orders go on.',
    }),
    failed: 'This could not be done.',
    onClose: () => setAsking(null),
  }
  return (
    <div className="mt-auto flex flex-wrap gap-3 pt-2">
      {(waits || state !== 'on-sale') && (
        <ActionButton
          label={state === 'on-sale' || deleted ? 'Nothing wrong' : 'Put back on sale'}
          busyLabel="Please wait..."
          failed="This could not be done."
          action={() => decide('keep')}
        />
      )}
      {state === 'taken-down' ? (
        why.includes('appeal') && ask('uphold')
      ) : (
        <>
          {!deleted && ask('hide')}
          {ask('take-down')}
        </>
      )}
      {dialog && asking === 'uphold' && (
        <FormDialog {...dialog} schema={noteForm} send={(body) => decide('uphold', body)}>
          {(field) => (
            <TextArea
              {...field('note')}
              label={dialog.label}
              rows={4}
              maxLength={moderationLimits.noteLength}
            />
          )}
        </FormDialog>
      )}
      {dialog && asking !== 'uphold' && asking !== null && (
        <FormDialog {...dialog} schema={reasonForm} send={(body) => decide(asking, body)}>
          {(field) => (
            <>
              <SelectField {...field('reason')} label="Reason">
                <option value="">Please choose</option>
                {listingFaults.map((fault) => (
                  <option key={fault} value={fault}>
                    {listingFaultWords[fault]}
                  </option>
                ))}
              </SelectField>
              <TextArea
                {...field('note')}
                label={dialog.label}
                rows={4}
                maxLength={moderationLimits.noteLength}
              />
            </>
          )}
        </FormDialog>
      )}
    </div>
  )
}
