/** The authenticator app of a seller or an administrator: its state, set up, new recovery codes, switched off. */
import { useState } from 'react'
import { privateApi } from '../../contract/private-endpoints.ts'
import type { SecondFactorState } from '../../contract/second-factor.ts'
import { call } from '../api/client.ts'
import { useRecentLogin } from '../forms/confirm-login.tsx'
import { failureMessageAndWait, serverMsgOr } from '../messages/failure-message.ts'
import { useSignedOut } from '../session/use-signed-out.ts'
import { toast } from '../toast/toast.ts'
import { Button } from '../ui/button.tsx'
import { ShieldCheck } from '../ui/home-icons.tsx'
import { ShieldAlert } from '../ui/more-icons.tsx'
import { CodeDialog } from './code-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUpDialog } from './set-up-dialog.tsx'

type Step =
  | { kind: 'set-up'; secret: string; uri: string }
  | { kind: 'codes'; codes: string[] }
  | { kind: 'renew' }
  | { kind: 'remove' }

interface Props {
  state: SecondFactorState
  /** Called when a dialog is closed, to read the state again. */
  onChanged: () => void
}

export function SecondFactor({ state: { on, required, recoveryCodesLeft }, onChanged }: Props) {
  const withRecentLogin = useRecentLogin()
  const signedOut = useSignedOut()
  const [step, setStep] = useState<Step | null>(null)
  const [busy, setBusy] = useState(false)

  async function setUp(): Promise<void> {
    setBusy(true)
    try {
      const begun = await withRecentLogin(() => call(privateApi.secondFactor.begin))
      if (begun) setStep({ kind: 'set-up', ...begun })
    } catch (error) {
      if (!signedOut(error))
        toast.error(failureMessageAndWait(error, serverMsgOr('Something went wrong. Please try again.')))
    } finally {
      setBusy(false)
    }
  }
  async function renew(code: string): Promise<void> {
    const { recoveryCodes } = await call(privateApi.secondFactor.renewRecoveryCodes, { body: { code } })
    setStep({ kind: 'codes', codes: recoveryCodes })
  }
  async function remove(code: string): Promise<void> {
    toast.success((await call(privateApi.secondFactor.remove, { body: { code } })).msg)
    leave()
  }
  function leave(): void {
    setStep(null)
    onChanged()
  }
  const Icon = on ? ShieldCheck : ShieldAlert

  return (
    <>
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
            <Button look="secondary" onClick={() => setStep({ kind: 'renew' })}>
              New recovery codes
            </Button>
            <Button look="ghost" onClick={() => setStep({ kind: 'remove' })} className="text-clay!">
              Switch off
            </Button>
          </>
        ) : (
          <Button busy={busy} busyLabel="Please wait..." onClick={() => void setUp()}>
            Set up
          </Button>
        )}
      </div>
      {step?.kind === 'set-up' && (
        <SetUpDialog {...step} onDone={(codes) => setStep({ kind: 'codes', codes })} onClose={leave} />
      )}
      {step?.kind === 'codes' && <RecoveryCodes codes={step.codes} onClose={leave} />}
      {step?.kind === 'renew' && (
        <CodeDialog
          title="New recovery codes"
          text="The codes that you have now become void."
          button="Make new codes"
          send={renew}
          onClose={leave}
        />
      )}
      {step?.kind === 'remove' && (
        <CodeDialog
          title="Switch off the second factor"
          text="Your password alone will open your account again. The recovery codes become void."
          button="Switch off"
          look="danger"
          send={remove}
          onClose={leave}
        />
      )}
    </>
  )
}
