/** Takes over the bank's reply to a bank file: which payouts are paid, with their UTRs, and which are refused. */
import { useState } from 'react'
import { admin } from '../../../../contract/admin.ts'
import { call } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { Upload } from '../../../ui/more-icons.tsx'
import { BankFileDialog } from '../bank-file-dialog.tsx'

export function BankReplyButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Upload aria-hidden="true" className="size-4.5" />
        Bank's reply
      </Button>
      {open && (
        <BankFileDialog
          title="Bank's reply"
          text="A CSV file with the columns reference, utr, amount and status. It marks the payouts as paid or refused, all of them or none. A file that was taken over before is refused."
          send={(csv) => call(admin.uploadBankReply, { body: { csv } })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
