import { Link } from 'react-router'
import { paths } from '../paths.ts'

const link = 'font-medium text-forest underline underline-offset-4'

/** What registering means; the server notes the version of both texts with the account. */
export function AgreementNote() {
  return (
    <p className="mt-4 text-center text-sm text-muted">
      By registering you agree to the{' '}
      <Link to={paths.terms} className={link}>
        Terms and Conditions
      </Link>{' '}
      and the{' '}
      <Link to={paths.privacyPolicy} className={link}>
        Privacy Policy
      </Link>
      . In short: the{' '}
      <Link to={paths.privacyNotice} className={link}>
        Privacy Notice
      </Link>
      .
    </p>
  )
}
