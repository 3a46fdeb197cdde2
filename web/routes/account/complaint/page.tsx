/**
 * One complaint: of whoever is logged in, or of the link in a mail, whose token stands behind '#' and is in no log. It moves from the
 * address into the entry of the history, so that nobody copies it with the address.
 */
import { useEffect, useState } from 'react'
import { Link, type MetaFunction, useLocation, useNavigate, useParams } from 'react-router'
import type { ShownComplaint } from '../../../../contract/complaint.ts'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import { ApiError, call } from '../../../api/client.ts'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { StandalonePage } from '../../../layout/standalone-page.tsx'
import { paths } from '../../../paths.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { MessageCircleQuestionMark } from '../../../ui/more-icons.tsx'
import { OfficerNote } from '../officer-note.tsx'
import { ComplaintView } from './complaint-view.tsx'
import { SendLink } from './send-link.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Complaint' })

type Loaded = ShownComplaint | { refusal: 'unknown' | 'signed-out' | 'failed' }

async function load(number: string, token: string): Promise<Loaded> {
  try {
    return token
      ? await call(privateApi.complaint.readByLink, { body: { token } })
      : await call(privateApi.complaint.read, { params: { number } })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401 || error.status === 403) return { refusal: 'signed-out' }
    return { refusal: error.status === 404 || error.status === 400 ? 'unknown' : 'failed' }
  }
}

export default function ComplaintPage() {
  const { number = '' } = useParams()
  const { hash, pathname, state } = useLocation()
  const navigate = useNavigate()
  const token = hash.slice(1) || ((state as { token?: string } | null)?.token ?? '')
  useEffect(() => {
    if (hash) void navigate(pathname, { replace: true, state: { token: hash.slice(1) } })
  }, [hash, pathname, navigate])
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const again = async () => setLoaded(await load(number, token))
  useEffect(() => {
    let isCurrent = true
    void load(number, token).then((found) => isCurrent && setLoaded(found))
    return () => void (isCurrent = false)
  }, [number, token])

  if (loaded === null) return <PrivateFallback heading="Complaint" />
  return (
    <StandalonePage heading="Complaint" backTo={token ? paths.home : paths.complaints}>
      {'refusal' in loaded ? (
        <EmptyState
          icon={<MessageCircleQuestionMark />}
          title="Complaint not found"
          text={
            loaded.refusal === 'failed'
              ? 'We could not reach the shop just now.'
              : loaded.refusal === 'unknown'
                ? 'There is no such complaint of yours. Please open the whole link of our email.'
                : 'Please log in, or open the whole link of our email.'
          }
        >
          {loaded.refusal === 'failed' && <Button onClick={() => void again()}>Try again</Button>}
          {loaded.refusal === 'signed-out' && (
            <Link to={paths.login(pathname)} className={buttonClass()}>
              Log in
            </Link>
          )}
          {loaded.refusal !== 'failed' && <SendLink number={number} />}
        </EmptyState>
      ) : (
        <ComplaintView complaint={loaded} token={token} onChanged={again} />
      )}
      <OfficerNote />
    </StandalonePage>
  )
}
