/** The customer's profile, and beside it orders, wishlist or cart (specification §2). */
import {
  type ClientLoaderFunctionArgs,
  type MetaFunction,
  redirect,
  redirectDocument,
  useLoaderData,
} from 'react-router'
import { api } from '../../../../contract/endpoints.ts'
import type { CustomerProfile } from '../../../../contract/profile.ts'
import { call } from '../../../api/client.ts'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { StandalonePage } from '../../../layout/standalone-page.tsx'
import { loadOrEmpty } from '../../../api/load-or-empty.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { paths } from '../../../paths.ts'
import { requireSession } from '../../../session/require-session.ts'
import { knownSession } from '../../../session/session.ts'
import { lateData } from '../late-data.tsx'
import { ProfileCard } from './profile-card.tsx'
import { isWide, loadPanel, panelIn, SidePanel, useWidthChanges } from './side-panel.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Profile' })

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { role, home } = await knownSession()
  if (home) throw redirectDocument(home)
  if (role === 'SELLER') throw redirect(paths.sellerDashboard)
  const panel = panelIn(request.url)
  const [profile, content] = await Promise.all([
    requireSession(request, loadProfile),
    isWide() ? lateData(requireSession(request, () => loadPanel(panel))) : null,
  ])
  return { profile: profile.value, panel, content }
}

function loadProfile() {
  return loadOrEmpty<CustomerProfile | null>(async () => {
    const own = await call(api.profile.get)
    return 'firstName' in own ? own : null
  }, null)
}

export function HydrateFallback() {
  return <PrivateFallback heading="Profile" />
}

export default function ProfilePage() {
  const { profile, panel, content } = useLoaderData<typeof clientLoader>()
  useWidthChanges()
  return (
    <StandalonePage heading="Profile" className="max-w-6xl">
      <div className={content ? 'items-start gap-8 lg:grid lg:grid-cols-[20rem_1fr]' : 'mx-auto max-w-md'}>
        <ProfileCard profile={profile} panel={content ? panel : null} />
        {content && <SidePanel panel={panel} content={content} />}
      </div>
    </StandalonePage>
  )
}
