/** What every seller undertakes: the present text with its day. */
import type { MetaFunction } from 'react-router'
import { undertakingVersion } from '../../../../contract/seller.ts'
import { undertaking } from '../../../../contract/seller-undertaking.ts'
import { Breadcrumb } from '../../../layout/breadcrumb.tsx'
import { paths } from '../../../paths.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { longDate } from '../../../ui/dates.ts'

const heading = 'What Our Sellers Undertake'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: heading,
    description: 'What every seller of this shop undertakes towards its buyers, word by word.',
    path: paths.undertaking,
  })

export default function UndertakingPage() {
  return (
    <div className="page-width pt-2 sm:pt-4">
      <Breadcrumb steps={[]} here={heading} />
      <h1 className="mt-1 text-3xl font-bold tracking-tight sm:text-4xl">{heading}</h1>
      <p className="mt-3 text-muted">
        Of <time dateTime={undertakingVersion}>{longDate(undertakingVersion)}</time>. Who registers here
        accepts it with the registration, and all other sellers are asked to. The page of a seller shows the
        text that they have accepted.
      </p>
      <ol className="mt-6 max-w-prose list-decimal space-y-3 pl-6 leading-7">
        {undertaking.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ol>
    </div>
  )
}
