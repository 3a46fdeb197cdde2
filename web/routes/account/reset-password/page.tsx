/**
 * A new password in two steps: a code is sent to the e-mail address, then code and password are entered
 * (specification §2, §4, §5).
 */
import { useState } from 'react'
import { type MetaFunction } from 'react-router'
import { FormPage } from '../../../layout/form-page.tsx'
import { pageMeta } from '../../../seo/page-meta.ts'
import { paths } from '../../../paths.ts'
import { useNextParam } from '../page-after-login.ts'
import { NewPassword } from './new-password.tsx'
import { RequestCode } from './request-code.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Reset Password' })

export default function ResetPasswordPage() {
  const { withNext } = useNextParam()
  const [email, setEmail] = useState('')
  const [codeSent, setCodeSent] = useState(false)
  const loginPath = withNext(paths.login())
  return (
    <FormPage
      heading="Reset Password"
      text={
        codeSent
          ? 'Step 2 of 2: enter the OTP and choose a new password.'
          : 'Step 1 of 2: we send a 6-digit OTP to your email.'
      }
      closeTo={loginPath}
    >
      {codeSent ? (
        <NewPassword email={email} loginPath={loginPath} onOtherEmail={() => setCodeSent(false)} />
      ) : (
        <RequestCode
          initialEmail={email}
          onSent={(sentTo) => {
            setEmail(sentTo)
            setCodeSent(true)
          }}
        />
      )}
    </FormPage>
  )
}
