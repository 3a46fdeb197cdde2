/** A seller's products by file: export, template, and import with a check before anything changes. */
import { useEffect } from 'react'
import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData, useRevalidator } from 'react-router'
import { api } from '../../../../contract/endpoints.ts'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import type { UploadSettings } from '../../../../contract/settings.ts'
import { call, callPage } from '../../../api/client.ts'
import { noRows } from '../../../lists/from-cursor.ts'
import { loadOrEmpty } from '../../../api/load-or-empty.ts'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { TryAgain } from '../../../layout/try-again.tsx'
import { paths } from '../../../paths.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { Card } from '../../../ui/card.tsx'
import { requireSeller } from '../require-seller.ts'
import { SellerPage } from '../seller-page.tsx'
import { ColumnHelp } from './column-help.tsx'
import { FileField } from './file-field.tsx'
import { GetFile } from './get-file.tsx'
import { ImportCard } from './import-card.tsx'

const shownProblems = 50
const lookAgainMs = 1_500

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Import and Export' })

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return requireSeller(request, async () => {
    const [imports, categories, upload] = await Promise.all([
      loadOrEmpty(() => callPage(privateApi.productImports.list, { query: { limit: 1 } }), noRows),
      loadOrEmpty(() => call(api.category.all), []),
      loadOrEmpty<UploadSettings | null>(() => call(api.settings.upload), null),
    ])
    const [newest] = imports.value.items
    const problems = newest
      ? await loadOrEmpty(
          () =>
            callPage(privateApi.productImports.problems, {
              params: { id: newest.id },
              query: { limit: shownProblems },
            }),
          noRows,
        )
      : { value: noRows }
    return {
      newest,
      problems: problems.value,
      failed: imports.failed || categories.failed,
      categories: categories.value,
      upload: upload.value,
    }
  })
}

export function HydrateFallback() {
  return <PrivateFallback wide heading="Import and Export" />
}

export default function ImportProductsPage() {
  const { newest, problems, failed, categories, upload } = useLoaderData<typeof clientLoader>()
  const { revalidate } = useRevalidator()
  const moves = newest?.state === 'checking' || newest?.state === 'running'

  useEffect(() => {
    if (!moves) return undefined
    const timer = setTimeout(() => void revalidate(), lookAgainMs)
    return () => clearTimeout(timer)
  }, [moves, newest, revalidate])

  return (
    <SellerPage heading="Import and Export" backTo={paths.manageProducts} className="max-w-5xl">
      <div className="flex flex-col gap-4 sm:gap-6">
        {failed && <TryAgain />}
        <Card className="p-4 sm:p-6">
          <section className="flex flex-col gap-4">
            <h2 className="text-lg font-semibold">1. Get a file</h2>
            <GetFile categories={categories} />
          </section>
        </Card>
        <Card className="p-4 sm:p-6">
          <section className="flex flex-col gap-4">
            <h2 className="text-lg font-semibold">2. Send it back</h2>
            <FileField waits={moves} onSent={() => void revalidate()} />
          </section>
        </Card>
        {newest && (
          <ImportCard
            key={newest.id}
            of={newest}
            problems={problems}
            upload={upload}
            onChanged={() => void revalidate()}
          />
        )}
        <ColumnHelp />
      </div>
    </SellerPage>
  )
}
