/** What is kept, for how long, and what becomes of it: made from the server's list of tables. */
import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { api } from '../../../../contract/endpoints.ts'
import type { Reply } from '../../../../contract/endpoint.ts'
import { apiIn } from '../../../api/client.ts'
import { withErrorPage } from '../../../api/page-error.ts'
import { Breadcrumb } from '../../../layout/breadcrumb.tsx'
import { paths } from '../../../paths.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { useSettings } from '../../../settings.ts'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Privacy Notice',
    description:
      'Every kind of personal data in plain words: how long it is kept, and what is left when you leave.',
    path: paths.privacyNotice,
  })

export const loader = ({ context }: LoaderFunctionArgs) =>
  withErrorPage(() => apiIn(context).call(api.privacy.notice))

type Line = Reply<typeof api.privacy.notice>[number]
const groups: [Line['of'], string][] = [
  ['both', 'Everybody with an account'],
  ['buyer', 'Buyers'],
  ['seller', 'Sellers'],
]
const link = 'font-medium text-forest underline underline-offset-4'

export default function PrivacyNoticePage() {
  const lines = useLoaderData<Line[]>()
  const { brandName, supportEmail, legal } = useSettings()
  return (
    <div className="page-width max-w-4xl pt-2">
      <Breadcrumb steps={[]} here="Privacy Notice" />
      <h1 className="mt-1 text-3xl font-bold tracking-tight">Privacy Notice</h1>
      <p className="mt-3 text-lg/7">
        {brandName} keeps what follows to sell, pay, deliver and answer you, and nothing for advertising. You
        can read, download, correct and delete it under{' '}
        <Link to={paths.yourData} className={link}>
          Your Data
        </Link>
        , as easily as you registered.
      </p>
      {groups.map(([of, heading]) => (
        <section key={of} aria-labelledby={of} className="mt-8">
          <h2 id={of} className="text-xl font-bold">
            {heading}
          </h2>
          <dl className="mt-3 border-t border-line">
            {lines
              .filter((line) => line.of === of)
              .map(({ what, kept, deletion }) => (
                <div key={what} className="border-b border-line py-3 sm:grid sm:grid-cols-2 sm:gap-6">
                  <dt className="font-semibold">{what}</dt>
                  <dd className="text-sm/6">
                    <span className="block">Kept: {kept.join('; ')}.</span>
                    <span className="block text-muted">When you delete your account: {deletion}</span>
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
      <section aria-labelledby="rights" className="mt-8">
        <h2 id="rights" className="text-xl font-bold">
          Who answers
        </h2>
        <p className="mt-2 wrap-anywhere">
          {legal && `${legal.grievanceOfficer}, ${legal.name}, ${legal.address}, `}
          {supportEmail}. You can also{' '}
          <Link to={paths.newComplaint} className={link}>
            complain to us
          </Link>
          , and then to the Data Protection Board of India. Who receives data is in the{' '}
          <Link to={paths.privacyPolicy} className={link}>
            Privacy Policy
          </Link>
          .
        </p>
      </section>
    </div>
  )
}
