/** Where the link 'This was not me' of a mail leads: stops payouts and logs out everywhere (docs/money.md, Versions). */
import { useState } from 'react'
import { Link, type MetaFunction, useLocation } from 'react-router'
import { api } from '../../../../contract/endpoints.ts'
import { call } from '../../../api/client.ts'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { FormPage } from '../../../layout/form-page.tsx'
import { accountWords } from '../../../messages/account.ts'
import { failureMessageAndWait } from '../../../messages/failure-message.ts'
import { paths } from '../../../paths.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Stop Payouts' })

export default function StopPayoutsPage() {
  // Behind the '#', which browsers do not send: the server learns the token by the button alone.
  const token = useLocation().hash.slice(1)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [done, setDone] = useState('')

  async function stop(): Promise<void> {
    setBusy(true)
    setProblem(null)
    try {
      const { msg } = await call(api.auth.stopPayouts, { body: { token } })
      setDone(msg)
    } catch (error) {
      setProblem(failureMessageAndWait(error, accountWords.stopPayouts))
    } finally {
      setBusy(false)
    }
  }

  return (
    <FormPage
      heading="Stop Payouts"
      text="For a seller whose details were changed by somebody else."
      closeTo={paths.home}
    >
      {done ? (
        <div className="flex flex-col gap-4">
          <p role="status">{done}</p>
          <Link to={paths.resetPassword} className={buttonClass()}>
            Set a new password
          </Link>
        </div>
      ) : (
        <div className="flex flex-col gap-4">
          <p>
            The button stops all payouts of your seller account until our team has spoken with you, and logs
            the account out everywhere. What was changed stays: correct it afterwards in your profile.
          </p>
          <FormProblem text={problem} />
          <Button busy={busy} busyLabel="Please wait..." onClick={() => void stop()}>
            Stop payouts and log out everywhere
          </Button>
        </div>
      )}
    </FormPage>
  )
}
