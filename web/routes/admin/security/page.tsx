/** The administrator's own security: second factor with recovery codes, password, devices. */
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import { adminPasswordMin } from '../../../../contract/admin-security.ts'
import { call } from '../../../api/client.ts'
import { useRecentLogin } from '../../../forms/confirm-login.tsx'
import { failureMessageAndWait, serverMsgOr } from '../../../messages/failure-message.ts'
import { useSignedOut } from '../../../session/use-signed-out.ts'
import { toast } from '../../../toast/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ShieldAlert, ShieldCheck } from '../../../ui/icons.tsx'
import { PasswordAndDevices } from '../../../security/password-and-devices.tsx'
import { requireAdmin } from '../require-admin.ts'
import { PageHead } from '../list-page.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { SetUpDialog } from './set-up-dialog.tsx'

export const loader = ({ request }: LoaderFunctionArgs) => requireAdmin(request, () => call(admin.me))

type Step =
  | { kind: 'set-up'; secret: string; uri: string }
  | { kind: 'codes'; codes: string[] }
  | { kind: 'remove' }

export function Component() {
  const { email, secondFactor } = useLoaderData<typeof loader>()
  const { on, required, recoveryCodesLeft } = secondFactor
  const { revalidate } = useRevalidator()
  const withRecentLogin = useRecentLogin()
  const signedOut = useSignedOut()
  const [step, setStep] = useState<Step | null>(null)
  const [busy, setBusy] = useState(false)

  async function go(work: () => Promise<Step>): Promise<void> {
    setBusy(true)
    try {
      const next = await withRecentLogin(work)
      if (next) setStep(next)
    } catch (error) {
      if (!signedOut(error))
        toast.error(failureMessageAndWait(error, serverMsgOr('Something went wrong. Please try again.')))
    } finally {
      setBusy(false)
    }
  }

  const setUp = () => go(async () => ({ kind: 'set-up', ...(await call(admin.beginSecondFactor)) }))
  const renew = () =>
    go(async () => ({ kind: 'codes', codes: (await call(admin.renewRecoveryCodes)).recoveryCodes }))
  const leave = () => {
    setStep(null)
    void revalidate()
  }
  const Icon = on ? ShieldCheck : ShieldAlert

  return (
    <>
      <PageHead heading="Security" text={`You are logged in as ${email}.`} />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Card className="max-w-2xl p-5 sm:p-6 xl:max-w-none">
          <div className="flex gap-4">
            <span
              aria-hidden="true"
              className={`flex size-12 shrink-0 items-center justify-center rounded-full ${on ? 'bg-leaf-soft text-forest' : 'bg-amber-soft text-amber'}`}
            >
              <Icon className="size-6" />
            </span>
            <div className="min-w-0">
              <h2 className="text-lg font-semibold">Second factor</h2>
              <p className="mt-1 text-muted">
                {on
                  ? 'Logging in asks for a code from your authenticator app besides the password.'
                  : `Logging in asks for your password only. With an authenticator app on your phone, a stolen password alone opens nothing.${required ? ' This shop asks for it: set it up to go on.' : ''}`}
              </p>
              {on && (
                <p className="mt-2">
                  {recoveryCodesLeft} {recoveryCodesLeft === 1 ? 'recovery code' : 'recovery codes'} left
                </p>
              )}
            </div>
          </div>
          <div className="mt-5 flex flex-wrap gap-3">
            {on ? (
              <>
                <Button look="secondary" busy={busy} onClick={() => void renew()}>
                  New recovery codes
                </Button>
                <Button
                  look="ghost"
                  onClick={() => void go(async () => ({ kind: 'remove' }))}
                  className="text-clay!"
                >
                  Switch off
                </Button>
              </>
            ) : (
              <Button busy={busy} busyLabel="Please wait..." onClick={() => void setUp()}>
                Set up
              </Button>
            )}
          </div>
        </Card>
        {/* Where a second factor is required, these calls are refused until it is set up. */}
        {(on || !required) && (
          <Card className="max-w-2xl p-5 sm:p-6 xl:max-w-none">
            <h2 className="mb-4 text-lg font-semibold">Password and devices</h2>
            <PasswordAndDevices email={email} passwordMin={adminPasswordMin} />
          </Card>
        )}
      </div>
      {step?.kind === 'set-up' && (
        <SetUpDialog {...step} onDone={(codes) => setStep({ kind: 'codes', codes })} onClose={leave} />
      )}
      {step?.kind === 'codes' && <RecoveryCodes codes={step.codes} onClose={leave} />}
      {step?.kind === 'remove' && <RemoveDialog onClose={leave} />}
    </>
  )
}
