/** One settlement of a seller, as the seller sees it. */
import { type LoaderFunctionArgs, Link, useLoaderData } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import { limits } from '../../../../contract/limits.ts'
import { call, callPage } from '../../../api/client.ts'
import { LoadMore } from '../../../lists/load-more.tsx'
import { useOwnList } from '../../../lists/use-own-list.ts'
import { Statement } from '../../../settlements/statement.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { shortDate } from '../../../ui/dates.ts'
import { Printer } from '../../../ui/more-icons.tsx'
import { adminPaths } from '../admin-paths.ts'
import { DownloadButton } from '../download-button.tsx'
import { PageHead } from '../list-page.tsx'
import { requireAdmin } from '../require-admin.ts'
import { MoneyNav } from '../money-nav.tsx'

const linePage = (id: string) => (cursor: string | undefined) =>
  callPage(admin.settlementLines, { params: { id }, query: { limit: limits.listMax, cursor } })

export async function loader({ request, params: { id = '' } }: LoaderFunctionArgs) {
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined
  return requireAdmin(request, async () => {
    const [settlement, lines] = await Promise.all([
      call(admin.settlement, { params: { id } }),
      linePage(id)(cursor),
    ])
    return { settlement, lines }
  })
}

export function Component() {
  const { settlement, lines } = useLoaderData<typeof loader>()
  const { id, runId, upTo, seller } = settlement
  const { items, list, loadMore } = useOwnList(lines, linePage(id))
  return (
    <div className="prints-wide">
      <MoneyNav />
      <PageHead
        heading={`${seller.company}, up to ${shortDate(upTo)}`}
        actions={
          <div className="flex flex-wrap gap-3 print:hidden">
            <Link to={adminPaths.run(runId)} className={buttonClass('ghost')}>
              The whole run
            </Link>
            <Button look="secondary" onClick={() => print()}>
              <Printer aria-hidden="true" className="size-5" />
              Print
            </Button>
            <DownloadButton path={admin.settlementCsv.path.replace('{id}', id)} label="Download CSV" />
          </div>
        }
      />
      <Statement
        settlement={settlement}
        lines={items}
        list={list}
        seller={
          <Link
            to={adminPaths.sellerOrders(seller.email)}
            className="break-all text-forest underline underline-offset-4"
          >
            {seller.email}
          </Link>
        }
      />
      <LoadMore {...loadMore} noun="lines" />
    </div>
  )
}
