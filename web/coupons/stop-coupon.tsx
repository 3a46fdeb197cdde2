/** Stops a coupon, and asks once before it: a stopped one stays stopped. */
import { useState } from 'react'
import { z } from 'zod'
import { FormDialog } from '../forms/form-dialog.tsx'
import { Button } from '../ui/button.tsx'

interface Props {
  code: string
  stop: () => Promise<{ msg: string }>
}

export function StopCoupon({ code, stop }: Props) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        look="secondary"
        aria-haspopup="dialog"
        aria-label={`Stop: ${code}`}
        onClick={() => setAsking(true)}
        className="px-4 text-sm"
      >
        Stop
      </Button>
      {asking && (
        <FormDialog
          title={`Stop ${code}?`}
          text="Buyers cannot use it any more. It cannot be started again."
          schema={z.object({})}
          button="Stop coupon"
          busyLabel="Stopping..."
          look="danger"
          failed="The coupon could not be stopped."
          send={stop}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
