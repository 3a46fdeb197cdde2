/** The seller's dashboard, with links to all pages of the area (specification §2). */
import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData } from 'react-router'
import type { Area } from '../../../../contract/endpoint.ts'
import { LoadingBar } from '../../../layout/loading-bar.tsx'
import { widePage } from '../../../layout/page-header.tsx'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { useFocusOnArrival } from '../../../layout/use-focus-on-arrival.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { paths } from '../../../paths.ts'
import { knownSession } from '../../../session/session.ts'
import { useSettings } from '../../../settings.ts'
import { Hero, heroButtons } from '../../../ui/hero.tsx'
import { IconCards } from '../../../ui/icon-cards.tsx'
import { Leaf, Store, Truck, UserRound } from '../../../ui/icons.tsx'
import { BadgeCheck, IndianRupee } from '../../../ui/home-icons.tsx'
import {
  BadgeIndianRupee,
  Bell,
  ClipboardList,
  LifeBuoy,
  Mail,
  MessageCircleQuestionMark,
  Package,
  PackagePlus,
  Users,
  TrendingUp,
} from '../../../ui/more-icons.tsx'
import { loadApprovalState } from '../load-approval.ts'
import { mayDo } from '../may-do.ts'
import { ShopClosedNote } from '../shop-closed-note.tsx'
import { requireSeller } from '../require-seller.ts'
import { DashboardHeader } from './dashboard-header.tsx'
import { loadTasks, TaskList } from './tasks.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Seller Dashboard' })

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return requireSeller(request, async () => {
    const session = await knownSession()
    const [tasks, { value: state }] = await Promise.all([loadTasks(session), loadApprovalState()])
    return { tasks, state, session }
  })
}

export function HydrateFallback() {
  return <PrivateFallback wide heading="Seller Dashboard" />
}

export default function SellerDashboardPage() {
  const { tasks, state, session } = useLoaderData<typeof clientLoader>()
  const { brandName } = useSettings()
  const main = useFocusOnArrival<HTMLElement>()
  return (
    <div className={widePage}>
      <LoadingBar />
      <DashboardHeader userId={session.email ?? ''} />
      <main id="main" ref={main} tabIndex={-1}>
        <Hero
          low
          heading="Seller Dashboard"
          text={
            session.team
              ? `You work for ${session.team.company}.`
              : 'List what you make, see what is bought, and hand the parcels to the courier. Buyers all over India are looking for it.'
          }
        >
          {mayDo(session, 'products') && (
            <Link to={paths.addProduct} className={heroButtons.primary}>
              Start Selling
            </Link>
          )}
        </Hero>
        <div className="page-width py-6 sm:py-8">
          <ShopClosedNote state={state} />
          <TaskList loaded={tasks} />
          <nav aria-label="Your business">
            <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-4">
              {tiles
                .filter(({ area }) => area === undefined || mayDo(session, area))
                .map(({ to, title, text, forMembers, Icon }) => (
                  <li key={to}>
                    <Link
                      to={to}
                      className="flex h-full gap-4 rounded-card border border-line bg-surface p-5 shadow-card transition-shadow hover:border-leaf hover:shadow-lift lg:flex-col"
                    >
                      <span className="flex size-12 shrink-0 items-center justify-center rounded-full bg-leaf-soft text-forest">
                        <Icon aria-hidden="true" className="size-6" />
                      </span>
                      <span className="min-w-0">
                        <span className="block text-lg font-semibold text-forest">{title}</span>
                        <span className="mt-1 block text-muted">{(session.team && forMembers) ?? text}</span>
                      </span>
                    </Link>
                  </li>
                ))}
            </ul>
          </nav>
          <nav aria-label="Earnings and more">
            <ul className="mt-4 grid grid-cols-1 gap-4 lg:grid-cols-2">
              {rows
                .filter(({ area }) => mayDo(session, area))
                .map(({ to, title, text, Icon }) => (
                  <li key={to}>
                    <Link
                      to={to}
                      className="flex h-full items-center gap-4 rounded-card border border-line bg-surface px-5 py-3 shadow-card transition-shadow hover:border-leaf hover:shadow-lift"
                    >
                      <span className="flex size-12 shrink-0 items-center justify-center rounded-full bg-leaf-soft text-forest">
                        <Icon aria-hidden="true" className="size-6" />
                      </span>
                      <span className="min-w-0">
                        <span className="block text-lg font-semibold text-forest">{title}</span>
                        <span className="block text-muted">{text}</span>
                      </span>
                    </Link>
                  </li>
                ))}
            </ul>
          </nav>
          {!session.team && (
            <section aria-labelledby="highlights" className="mt-8 sm:mt-10">
              <h2 id="highlights" className="mb-4 text-xl font-bold tracking-tight">
                What {brandName} does for you
              </h2>
              <IconCards points={highlights} across={4} />
            </section>
          )}
        </div>
      </main>
    </div>
  )
}

interface Tile {
  to: string
  title: string
  text: string
  Icon: typeof Users
  /** The text of a member of the team, where it is another one. */
  forMembers?: string
  /** Who of the team sees it; everybody without it. */
  area?: Area
}

const rows: (Tile & { area: Area })[] = [
  {
    to: paths.earnings,
    title: 'Earnings',
    area: 'money',
    text: 'What you are owed and paid, and every deduction.',
    Icon: IndianRupee,
  },
  {
    to: paths.sellerFigures,
    title: 'Figures',
    area: 'products',
    text: 'What was looked at, bought and returned, and what to do next.',
    Icon: TrendingUp,
  },
  {
    to: paths.sellerReviews,
    title: 'Reviews',
    area: 'products',
    text: 'What buyers say of your products, and your answers.',
    Icon: BadgeCheck,
  },
  {
    to: paths.greenClaims,
    title: 'Green Claims',
    area: 'products',
    text: 'What you say of your products for nature and animals, with the proof.',
    Icon: Leaf,
  },
  {
    to: paths.sellerQuestions,
    title: 'Questions',
    area: 'products',
    text: 'What customers ask about your products before they buy.',
    Icon: MessageCircleQuestionMark,
  },
  {
    to: paths.sellerCoupons,
    title: 'Coupons',
    area: 'products',
    text: 'Discounts on your products for a code.',
    Icon: BadgeIndianRupee,
  },
  {
    to: paths.sellerMessages,
    title: 'Messages',
    area: 'orders',
    text: 'What buyers and you write to each other about orders.',
    Icon: Mail,
  },
  {
    to: paths.sellerComplaints,
    title: 'Complaints',
    area: 'orders',
    text: 'What our desk asks you about your orders and products.',
    Icon: LifeBuoy,
  },
  {
    to: paths.sellerTeam,
    title: 'Team',
    area: 'owner',
    text: 'People who help you run the shop, with log-ins of their own.',
    Icon: Users,
  },
]

const tiles: Tile[] = [
  {
    to: paths.manageOrders,
    title: 'Manage Orders',
    area: 'orders',
    text: 'What was bought, with labels and the way of each parcel.',
    Icon: ClipboardList,
  },
  {
    to: paths.manageProducts,
    title: 'Manage Products',
    area: 'products',
    text: 'Prices, stock and pictures of all you sell.',
    Icon: Package,
  },
  {
    to: paths.addProduct,
    title: 'Add New Product',
    area: 'products',
    text: 'With up to five pictures. On sale once nothing is missing.',
    Icon: PackagePlus,
  },
  {
    to: paths.sellerProfile,
    title: 'Profile Management',
    text: 'Your company, pickup address and bank details.',
    forMembers: 'Your password, your devices and your data.',
    Icon: UserRound,
  },
]

const highlights = [
  {
    icon: BadgeIndianRupee,
    title: 'Paid before it ships',
    text: 'Buyers pay online. What reaches your orders is paid for.',
  },
  {
    icon: Truck,
    title: 'Fetched from your door',
    text: 'A courier is booked for each order, and its shipping label is ready to print.',
  },
  {
    icon: Bell,
    title: 'Told in time',
    text: 'An e-mail for each new order, and one when the stock of a product runs low.',
  },
  {
    icon: Store,
    title: 'A shop of your own kind',
    text: 'Only sustainable products stand beside yours, so buyers come for what you make.',
  },
]
