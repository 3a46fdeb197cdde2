/** Customer support in three tabs (specification §1, §2). */
import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import type { ShopFigures } from '../../../../contract/figures.ts'
import { Breadcrumb } from '../../../layout/breadcrumb.tsx'
import { pageMeta } from '../../../seo/page-meta.ts'
import { paths } from '../../../paths.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import { Figures, loadFigures } from '../figures.tsx'
import { loadPeriods } from '../periods.ts'
import { ContactCards } from './contact-cards.tsx'
import { QuickSolutions } from './quick-solutions.tsx'
import { SupportCategories } from './support-categories.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const [periods, figures] = await Promise.all([loadPeriods(args), loadFigures(args)])
  return { ...periods, figures }
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Customer Support',
    description:
      'Contact our support, choose what your question is about, or find a quick solution. Monday to Saturday, 9 AM to 6 PM IST.',
    path: paths.support,
  })

export default function SupportPage() {
  const { figures } = useLoaderData<{ figures: ShopFigures }>()
  return (
    <>
      <div className="border-b border-line bg-dew">
        <div className="page-width pt-2 pb-8 sm:pb-10">
          <Breadcrumb steps={[]} here="Support" />
          <div className="grid items-end gap-8 lg:grid-cols-[1fr_auto]">
            <div>
              <h1 className="mt-1 text-3xl font-bold tracking-tight sm:text-4xl">Customer Support</h1>
              <p className="mt-3 max-w-2xl text-lg/7 text-muted">
                Something went wrong, or you have a question? We are glad to help.
              </p>
            </div>
            <div className="lg:w-md">
              <Figures
                label="Our support in figures"
                figures={[
                  [figures.responseTime, 'average response time'],
                  [figures.customerSatisfaction, 'customer satisfaction'],
                ]}
              />
            </div>
          </div>
        </div>
      </div>
      <div className="page-width pt-4 sm:pt-6">
        <Tabs
          label="Ways to get help"
          tabs={[
            { title: 'Contact Us', panel: <ContactCards average={figures.responseTime} /> },
            { title: 'Support Categories', panel: <SupportCategories /> },
            { title: 'Quick Solutions', panel: <QuickSolutions /> },
          ]}
        />
      </div>
    </>
  )
}
