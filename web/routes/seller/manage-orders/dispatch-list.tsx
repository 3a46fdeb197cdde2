/** The parcels that the courier has not fetched: chosen ones are packed, and their papers printed, with one press. */
import { useState } from 'react'
import type { DispatchShipment, DispatchTab } from '../../../../contract/dispatch.ts'
import { limits } from '../../../../contract/limits.ts'
import type { ListPage } from '../../../api/client.ts'
import type { Loaded } from '../../../api/load-or-empty.ts'
import { TryAgain } from '../../../layout/try-again.tsx'
import { LoadMore } from '../../../lists/load-more.tsx'
import { useOwnList } from '../../../lists/use-own-list.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PackageOpen } from '../../../ui/icons.tsx'
import { PackageCheck } from '../../../ui/more-icons.tsx'
import { DispatchRow } from './dispatch-row.tsx'
import { shipmentPage } from './load-dispatch.ts'
import { PapersButton } from './papers-button.tsx'
import { ReadyDialog } from './ready-dialog.tsx'
import { useFreshLabels } from './use-fresh-labels.ts'

interface Props {
  loaded: Loaded<ListPage<DispatchShipment>>
  tab: DispatchTab
}

export function DispatchList({ loaded, tab }: Props) {
  const { items, total, list, loadMore } = useOwnList(
    loaded.value,
    (cursor) => shipmentPage(tab, cursor),
    ({ id }) => id,
  )
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [packing, setPacking] = useState<readonly DispatchShipment[] | null>(null)
  useFreshLabels(
    loaded.value.items.some(({ waitsForSeller, hasLabel }) => !waitsForSeller && !hasLabel),
    items.length === loaded.value.items.length && packing === null,
  )
  if (items.length === 0) return <NoParcels failed={loaded.failed} tab={tab} />
  const chosen = items.filter(({ id }) => ticked.has(id))
  const missing = whatIsMissing(chosen)
  const labelled = chosen.filter(({ hasLabel }) => hasLabel)
  const all = items.slice(0, limits.dispatchMax)
  const tick = (id: string, on: boolean) =>
    setTicked((now) => new Set(on ? [...now, id] : [...now].filter((one) => one !== id)))
  return (
    <>
      <div className="sticky top-0 z-10 -mx-1 mb-2 flex min-h-12 flex-wrap items-center gap-x-2 gap-y-1 bg-paper px-1 py-1">
        <label className="flex min-h-11 items-center gap-2.5 pl-2.5 font-medium sm:pl-3.5">
          <input
            type="checkbox"
            autoComplete="off"
            aria-label="Choose all"
            checked={chosen.length > 0 && chosen.length >= all.length}
            onChange={({ currentTarget: { checked } }) =>
              setTicked(new Set(checked ? all.map(({ id }) => id) : []))
            }
            className="size-5 accent-forest"
          />
          <span role="status">
            {chosen.length > 0 ? (
              `${chosen.length} of ${total.toLocaleString('en-IN')}`
            ) : (
              <span className="max-sm:sr-only">Choose all</span>
            )}
          </span>
        </label>
        <div className="flex flex-1 flex-wrap items-center justify-end gap-2">
          {chosen.length === 0 && (
            <p className="text-sm text-muted max-sm:order-last max-sm:basis-full max-sm:text-end">
              Choose parcels first.
            </p>
          )}
          <PapersButton chosen={chosen} kind="labels" />
          {tab === 'ready' && <PapersButton chosen={chosen} kind="manifest" />}
          {tab === 'to-pack' && (
            <Button
              className="px-3! py-1! sm:px-4!"
              disabled={chosen.length === 0 || chosen.length > limits.dispatchMax}
              onClick={() => setPacking(chosen)}
            >
              <PackageCheck aria-hidden="true" className="size-4.5 max-sm:hidden" />
              Ready to ship
            </Button>
          )}
        </div>
        {missing && (
          <p className="flex basis-full flex-wrap items-center justify-end gap-x-2 text-sm text-muted">
            {missing}
            {labelled.length > 0 && labelled.length < chosen.length && (
              <Button
                look="ghost"
                className="px-2! py-0! text-sm"
                onClick={() => setTicked(new Set(labelled.map(({ id }) => id)))}
              >
                Leave {chosen.length - labelled.length === 1 ? 'it' : 'them'} out
              </Button>
            )}
          </p>
        )}
      </div>
      <ul
        ref={list}
        aria-label={tab === 'to-pack' ? 'Parcels to pack, oldest first' : 'Packed parcels, oldest first'}
        className="divide-y divide-line rounded-card border border-line bg-surface shadow-card"
      >
        {items.map((shipment) => (
          <DispatchRow
            key={shipment.id}
            shipment={shipment}
            ticked={ticked.has(shipment.id)}
            onTick={(on) => tick(shipment.id, on)}
          />
        ))}
      </ul>
      <LoadMore
        {...loadMore}
        noun="parcels"
        address={(cursor) => `?${new URLSearchParams({ tab, cursor })}`}
      />
      {packing && (
        <ReadyDialog
          shipments={packing}
          onDone={() => setTicked(new Set())}
          onClose={() => setPacking(null)}
        />
      )}
    </>
  )
}

/** Why a button of the chosen parcels cannot be pressed. */
function whatIsMissing(chosen: readonly DispatchShipment[]): string | null {
  if (chosen.length > limits.dispatchMax) return `At most ${limits.dispatchMax} parcels at a time.`
  const without = chosen.filter(({ hasLabel }) => !hasLabel).length
  if (without === 0) return null
  return `${without} of them ${without === 1 ? 'has' : 'have'} no label yet.`
}

function NoParcels({ failed, tab }: { failed: boolean; tab: DispatchTab }) {
  if (failed)
    return (
      <EmptyState
        icon={<PackageOpen />}
        title="Your Parcels Could Not Be Loaded"
        text="We could not reach the shop just now."
      >
        <TryAgain />
      </EmptyState>
    )
  return tab === 'to-pack' ? (
    <EmptyState
      icon={<PackageCheck />}
      title="Nothing To Pack"
      text="New orders appear here as soon as they are paid."
    />
  ) : (
    <EmptyState
      icon={<PackageOpen />}
      title="Nothing Waits For The Courier"
      text="What you have packed appears here until the courier has fetched it."
    />
  )
}
