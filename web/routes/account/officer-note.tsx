import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { useSettings } from '../../settings.ts'

/** Who answers for complaints, as the E-Commerce Rules ask. */
export function OfficerNote() {
  const { legal, supportEmail } = useSettings()
  return (
    <section aria-labelledby="officer" className="mt-8 text-sm text-muted">
      <h2 id="officer" className="font-semibold text-ink">
        Grievance Officer
      </h2>
      <p className="wrap-anywhere">
        {legal && (
          <>
            {legal.grievanceOfficer}, {legal.name}, {legal.address},{' '}
          </>
        )}
        {supportEmail}. Every complaint is answered within 48 hours and decided within one month; more in the{' '}
        <Link
          to={`${paths.terms}#grievances`}
          className="font-medium text-forest underline underline-offset-4"
        >
          Terms and Conditions
        </Link>
        .
      </p>
    </section>
  )
}
