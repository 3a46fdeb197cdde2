/** The login. An account whose e-mail address is not verified is first asked for its code (specification §2, §4). */
import { useState } from 'react'
import { Link, type MetaFunction, useLocation, useNavigate } from 'react-router'
import { loginBody, loginRequired } from '../../../../contract/auth.ts'
import type { Role } from '../../../../contract/endpoint.ts'
import { api } from '../../../../contract/endpoints.ts'
import { ApiError, call } from '../../../api/client.ts'
import { accountWords } from '../../../messages/account.ts'
import { failureMessage } from '../../../messages/failure-message.ts'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { OtpDialog } from '../../../forms/otp-dialog.tsx'
import { SecondCodeField } from '../../../forms/second-code-field.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { FormPage } from '../../../layout/form-page.tsx'
import { pageMeta } from '../../../seo/page-meta.ts'
import { paths } from '../../../paths.ts'
import { refreshSession } from '../../../session/session.ts'
import { toast } from '../../../toast/toast.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { EmailField } from '../../../ui/email-field.tsx'
import { pageAfterLogin, customerOrSellerPage, useNextParam } from '../page-after-login.ts'
import { type SentCode, sendCode } from './send-code.ts'
import { PendingAddNote } from './pending-add-note.tsx'
import { SignedInNote } from './signed-in-note.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Login' })

export default function LoginPage() {
  const navigate = useNavigate()
  const { state } = useLocation() as { state: { email?: string } | null }
  const { next, withNext } = useNextParam()
  const [code, setCode] = useState<SentCode | null>(null)
  const [secondAsked, setSecondAsked] = useState(false)
  const form = useForm({
    schema: loginBody,
    required: loginRequired,
    initial: { email: state?.email ?? '' },
    failed: accountWords.logIn,
    // The first refusal of a right password only means that the account has a second factor: show its field, no
    // error.
    onFailed: ({ fields }) => {
      if (fields.code === undefined || secondAsked) return false
      setSecondAsked(true)
      return true
    },
    send: async (values) => {
      try {
        const { role, msg } = await call(api.auth.login, { body: values })
        await enter(role, msg)
      } catch (error) {
        // 401 means the right password of an account whose e-mail is not verified (api-rules §1).
        if (!(error instanceof ApiError) || error.status !== 401) throw error
        toast.error(failureMessage(error, accountWords.logInUnverified))
        setCode(await sendCode(values.email))
      }
    },
  })

  async function enter(role: Role, message: string): Promise<void> {
    const { home } = await refreshSession()
    if (!home) return navigate(pageAfterLogin(role, next), { replace: true })
    // The administrator's pages are another application: their address and the message come from the server.
    toast.successOnNextPage(message)
    location.replace(next && !customerOrSellerPage.test(next) ? next : home)
  }

  async function verified(message: string): Promise<void> {
    toast.success(message)
    const { status, role } = await refreshSession()
    if (status === 'signed-in' && role) await navigate(pageAfterLogin(role, next), { replace: true })
    // The code was right, but no session belongs to this browser: the filled-in login form is shown again.
    else setCode(null)
  }

  return (
    <FormPage heading="Login" text="Welcome back. Log in to shop and to follow your orders.">
      <PendingAddNote next={next} />
      <SignedInNote next={next} />
      <form {...form.props} className="flex flex-col gap-4">
        <FormProblem text={form.problem} />
        <EmailField {...form.field('email')} label="Email" autoComplete="username" />
        <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" />
        {secondAsked && <SecondCodeField {...form.field('code')} />}
        <Link
          to={withNext(paths.resetPassword)}
          className="-my-1.5 inline-flex min-h-11 items-center self-end font-medium text-forest underline-offset-4 hover:underline"
        >
          Forgot your password?
        </Link>
        <Button {...form.submitButton} busyLabel="Logging in...">
          Login
        </Button>
      </form>
      <p className="mt-8 flex items-center gap-4 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        New here?
      </p>
      <Link to={withNext(paths.register)} className={buttonClass('secondary', 'mt-4 w-full')}>
        Create Account
      </Link>
      {code && (
        <OtpDialog
          key={code.askedAt}
          open
          email={code.email}
          sentAt={code.sentAt}
          resendFrom={code.resendFrom}
          sendProblem={code.problem}
          onClose={() => setCode(null)}
          onVerified={verified}
        />
      )}
    </FormPage>
  )
}
