/** One green claim of the seller: its form while it is a draft, what became of it, and its products. */
import { useState } from 'react'
import {
  type ClientLoaderFunctionArgs,
  Link,
  type MetaFunction,
  useLoaderData,
  useNavigate,
  useRevalidator,
} from 'react-router'
import { greenClaim } from '../../../../../contract/green-claim-calls.ts'
import type { OwnGreenClaim } from '../../../../../contract/green-claim.ts'
import { greenClaimStateWords } from '../../../../../contract/green-claim-list.ts'
import { ApiError, call, callPage } from '../../../../api/client.ts'
import { noRows } from '../../../../lists/from-cursor.ts'
import { loadOrEmpty } from '../../../../api/load-or-empty.ts'
import { PrivateFallback } from '../../../../layout/private-fallback.tsx'
import { failureMessage, serverMsgOr } from '../../../../messages/failure-message.ts'
import { paths } from '../../../../paths.ts'
import { pageMeta } from '../../../../seo/page-meta.ts'
import { Button, buttonClass } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { exactTime, shortDate } from '../../../../ui/dates.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { SearchX } from '../../../../ui/more-icons.tsx'
import { requireSeller } from '../../require-seller.ts'
import { SellerPage } from '../../seller-page.tsx'
import { sellerToast } from '../../seller-toast.tsx'
import { ClaimFacts } from '../claim-facts.tsx'
import { ClaimForm } from '../claim-form.tsx'
import { ProductPicker } from '../product-picker.tsx'
import { StateBadge } from '../state-badge.tsx'

const pageLimit = 50

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Green Claim' })

export function clientLoader({ request, params }: ClientLoaderFunctionArgs) {
  const id = params.id ?? ''
  const search = new URL(request.url).searchParams.get('search') ?? ''
  return requireSeller(request, async () => {
    const claim = await call(greenClaim.get, { params: { id } }).catch((error: unknown) => {
      if (error instanceof ApiError && [400, 404].includes(error.status)) return null
      throw error
    })
    if (!claim) return { claim: null }
    const show = isWritten(claim) ? ('all' as const) : ('attached' as const)
    const more = (cursor: string | undefined) =>
      callPage(greenClaim.products, {
        params: { id },
        query: { limit: pageLimit, cursor, show, search: search || undefined },
      })
    const products = await loadOrEmpty(() => more(undefined), noRows)
    return { claim, search, products, more }
  })
}

const isWritten = ({ state }: OwnGreenClaim) => state === 'drafted' || state === 'refused'

export function HydrateFallback() {
  return <PrivateFallback wide heading="Green Claim" />
}

export default function GreenClaimPage() {
  const loaded = useLoaderData<typeof clientLoader>()
  return (
    <SellerPage heading="Green Claim" backTo={paths.greenClaims} className="max-w-5xl">
      {loaded.claim ? (
        <Claim key={loaded.claim.id} {...loaded} claim={loaded.claim} />
      ) : (
        <EmptyState icon={<SearchX />} title="Claim not found" text="There is no such claim of yours.">
          <Link to={paths.greenClaims} className={buttonClass('secondary')}>
            Your claims
          </Link>
        </EmptyState>
      )}
    </SellerPage>
  )
}

type Loaded = Extract<Awaited<ReturnType<typeof clientLoader>>, { claim: OwnGreenClaim }>

function Claim({ claim, search, products, more }: Loaded) {
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [ending, setEnding] = useState(false)
  const [shown, setShown] = useState(claim.documentShown)
  /** Products that were ticked or unticked and not saved yet. */
  const [picks, setPicks] = useState<ReadonlyMap<string, boolean>>(new Map())
  const params = { id: claim.id }
  const writing = isWritten(claim)
  const over = claim.state === 'expired' || claim.state === 'withdrawn'

  /** In calls of as many products as one takes. */
  async function savePicks(): Promise<void> {
    const all = [...picks]
    for (let from = 0; from < all.length; from += 200) {
      const part = all.slice(from, from + 200)
      const those = (wanted: boolean) => part.filter(([, on]) => on === wanted).map(([id]) => id)
      await call(greenClaim.attach, { params, body: { add: those(true), remove: those(false) } })
    }
    setPicks(new Map())
  }

  async function act(work: () => Promise<{ msg: string } | void>): Promise<void> {
    setBusy(true)
    try {
      const done = await work()
      if (done) sellerToast.success(done.msg)
      await revalidate()
    } catch (error) {
      sellerToast.error(failureMessage(error, serverMsgOr('This could not be done. Please try again.')))
    }
    setBusy(false)
  }

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
      <Card className="p-4 sm:p-6">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <h2 className="min-w-0 text-xl font-bold wrap-anywhere">{claim.wording}</h2>
          <StateBadge state={claim.state} />
        </div>
        {claim.state === 'refused' && (
          <p className="mb-4 rounded-xl bg-clay-soft p-4 text-sm text-clay wrap-anywhere">
            Our team says: {claim.reason}
          </p>
        )}
        {claim.state === 'submitted' && claim.reason !== null && (
          <p className="mb-4 rounded-xl bg-amber-soft p-4 text-sm wrap-anywhere">
            {claim.reason}. Our team looks at the claim again; until then no page shows it.
          </p>
        )}
        {claim.replaces !== null && claim.state !== 'accepted' && !over && (
          <p className="mb-4 rounded-xl bg-dew p-4 text-sm">
            The{' '}
            <Link to={paths.greenClaim(claim.replaces)} className="font-semibold text-forest underline">
              accepted claim
            </Link>{' '}
            stays on the pages until this one is accepted.
          </p>
        )}
        {writing ? (
          <ClaimForm
            claim={claim}
            buttons={[
              { name: 'save', label: 'Save draft' },
              { name: 'submit', label: 'Hand in for review' },
            ]}
            send={async (body, button) => {
              await call(greenClaim.edit, { params, body })
              await savePicks()
              const { msg } =
                button === 'submit'
                  ? await call(greenClaim.submit, { params })
                  : { msg: 'The draft is saved.' }
              sellerToast.success(msg)
              await revalidate()
            }}
          />
        ) : (
          <ClaimFacts claim={claim} />
        )}
        <div className="mt-6 flex flex-wrap items-center gap-3 border-t border-line pt-4">
          {claim.document && !over && (
            <label className="flex min-h-11 items-center gap-3 text-sm">
              <input
                type="checkbox"
                checked={shown}
                disabled={busy}
                onChange={({ currentTarget: { checked } }) => {
                  setShown(checked)
                  void act(async () => {
                    const done = call(greenClaim.showDocument, { params, body: { shown: checked } })
                    done.catch(() => setShown(!checked))
                    return done
                  })
                }}
                className="size-5 accent-leaf"
              />
              Buyers may see the document
            </label>
          )}
          {!writing && (
            <Button
              look="secondary"
              busy={busy}
              busyLabel="Please wait..."
              onClick={() =>
                void act(async () => {
                  const { id } = await call(greenClaim.renew, { params })
                  await navigate(paths.greenClaim(id))
                })
              }
            >
              {over ? 'Copy into a new draft' : 'Change or renew'}
            </Button>
          )}
          {!over && (
            <Button look="ghost" aria-haspopup="dialog" onClick={() => setEnding(true)}>
              Withdraw
            </Button>
          )}
        </div>
        <h3 className="mt-6 mb-2 font-semibold">History</h3>
        <ol className="flex flex-col gap-1 text-sm">
          {claim.steps.map(({ state, at, reason }) => (
            <li key={at + state} className="wrap-anywhere">
              {shortDate(at)}, {exactTime(at)}: {greenClaimStateWords[state]}
              {reason && `: ${reason}`}
            </li>
          ))}
        </ol>
      </Card>
      <ProductPicker
        first={products.value}
        more={more}
        search={search}
        state={claim.state}
        count={claim.products}
        picks={picks}
        onPick={setPicks}
        busy={busy}
        onSave={() =>
          void act(async () => {
            await savePicks()
            return { msg: 'The products are saved.' }
          })
        }
      />
      {ending && (
        <Dialog open title="Withdraw the claim" onClose={() => setEnding(false)}>
          <p className="text-muted">
            It leaves all pages and cannot be handed in again. You can copy it into a new draft.
          </p>
          <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <Button look="secondary" onClick={() => setEnding(false)}>
              Cancel
            </Button>
            <Button
              look="danger"
              busy={busy}
              busyLabel="Please wait..."
              onClick={() =>
                void act(async () => {
                  const done = await call(greenClaim.withdraw, { params })
                  setEnding(false)
                  return done
                })
              }
            >
              Withdraw
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  )
}
