/** How green claims come onto pages and off them again: made from the register's rules, with its figures. */
import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { greenClaim } from '../../../../contract/green-claim-calls.ts'
import { apiIn } from '../../../api/client.ts'
import { withErrorPage } from '../../../api/page-error.ts'
import { Breadcrumb } from '../../../layout/breadcrumb.tsx'
import { paths } from '../../../paths.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { ServerPart } from '../../../ui/server-html.tsx'
import { claimChecks } from './claim-checks.server.tsx'

const heading = 'How We Check Claims'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: heading,
    description:
      'What a seller may say of a product for nature or animals, which proof it needs, and who looks at it.',
    path: paths.claimChecks,
  })

export const loader = ({ context }: LoaderFunctionArgs) =>
  withErrorPage(async () => claimChecks(await apiIn(context).call(greenClaim.figures)))

export default function ClaimChecksPage() {
  return (
    <div className="page-width pt-2 sm:pt-4">
      <Breadcrumb steps={[]} here={heading} />
      <h1 className="mt-1 text-3xl font-bold tracking-tight sm:text-4xl">{heading}</h1>
      <ServerPart html={useLoaderData<typeof loader>()} />
    </div>
  )
}
