/** 'Ready to ship': weight and sides of each parcel that the courier is asked for now, as they follow from the products. */
import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { type DispatchShipment, type ParcelSize, parcelSize } from '../../../../contract/dispatch.ts'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import { limits } from '../../../../contract/limits.ts'
import { isUnlikely, kilograms } from '../../../../contract/weight-words.ts'
import { call } from '../../../api/client.ts'
import { failureMessageAndWait } from '../../../messages/failure-message.ts'
import { sellingWords } from '../../../messages/selling.ts'
import { useSignedOut } from '../../../session/use-signed-out.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { controlClass } from '../../../ui/field.tsx'
import { sellerToast } from '../seller-toast.tsx'

interface Props {
  shipments: readonly DispatchShipment[]
  onDone: () => void
  onClose: () => void
}

const fields = [
  ['weightGrams', 'Weight, g'],
  ['lengthCm', 'Length, cm'],
  ['widthCm', 'Width, cm'],
  ['heightCm', 'Height, cm'],
] as const satisfies readonly (readonly [keyof ParcelSize, string])[]

type Typed = Record<keyof ParcelSize, string>
const typedOf = (size: ParcelSize): Typed => ({
  weightGrams: String(size.weightGrams),
  lengthCm: String(Math.max(size.lengthCm, limits.sideMinCm)),
  widthCm: String(Math.max(size.widthCm, limits.sideMinCm)),
  heightCm: String(Math.max(size.heightCm, limits.sideMinCm)),
})
const sizeOf = (typed: Typed) =>
  parcelSize.safeParse(
    Object.fromEntries(fields.map(([name]) => [name, typed[name].trim() === '' ? NaN : Number(typed[name])])),
  )

const parcels = (count: number) => (count === 1 ? '1 parcel' : `${count} parcels`)

export function ReadyDialog({ shipments, onDone, onClose }: Props) {
  const waiting = shipments.filter(({ waitsForSeller }) => waitsForSeller)
  const [typed, setTyped] = useState(() => new Map(waiting.map(({ id, size }) => [id, typedOf(size)])))
  /** Parcels whose seller says that they measured them, however unlikely it looks. */
  const [sure, setSure] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState(false)
  const { revalidate } = useRevalidator()
  const signedOut = useSignedOut()
  const sizes = new Map([...typed].map(([id, one]) => [id, sizeOf(one)]))
  const unlikely = waiting.filter(({ id, size }) => {
    const given = sizes.get(id)?.data
    return given !== undefined && isUnlikely(given, size)
  })
  const wrong =
    [...sizes.values()].find(({ success }) => !success)?.error?.issues[0]?.message ??
    (unlikely.some(({ id }) => !sure.has(id)) ? 'Please confirm what you measured.' : undefined)

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    setTried(true)
    if (wrong || busy) return
    setBusy(true)
    try {
      const { ready } = await call(privateApi.dispatch.ready, {
        body: {
          shipments: shipments.map(({ id }) => ({ id, size: sizes.get(id)?.data, isSure: sure.has(id) })),
        },
      })
      const missed = shipments.length - ready.length
      if (missed > 0)
        sellerToast.error(
          'Look again',
          `${parcels(missed)} of these ${missed === 1 ? 'was' : 'were'} cancelled or fetched meanwhile.`,
        )
      else sellerToast.success('Ready to ship', `${parcels(ready.length)} packed.`)
      onDone()
      onClose()
      await revalidate()
    } catch (error) {
      if (signedOut(error)) return
      sellerToast.error('Not saved', failureMessageAndWait(error, sellingWords.markReady))
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      title={`Ready to ship: ${parcels(shipments.length)}`}
      onClose={onClose}
      closeOnBackdrop={false}
    >
      <form noValidate onSubmit={(event) => void send(event)}>
        {waiting.length > 0 ? (
          <p className="text-sm text-muted">
            The courier charges by weight and size, so give those of the packed parcel. They follow from your
            products until you change them. What the courier finds above your products is charged as a
            difference, which you can dispute.
          </p>
        ) : (
          <p className="text-sm text-muted">
            The courier has the size of these parcels already. They move to the list of what waits for the
            courier.
          </p>
        )}
        <ul className="mt-3 flex flex-col gap-4">
          {waiting.map(({ id, orders, size }) => (
            <li key={id}>
              <fieldset className="min-w-0">
                <legend className="mb-1 w-full truncate text-sm font-semibold">
                  <span className="tabular-nums">{orders[0]?.number}</span>{' '}
                  <span className="font-normal text-muted">
                    {orders.map(({ product }) => product.name).join(', ')}
                  </span>
                </legend>
                <div className="grid grid-cols-4 gap-2">
                  {fields.map(([name, label]) => {
                    const isWrong =
                      tried && sizes.get(id)?.error?.issues.some(({ path }) => path[0] === name) === true
                    return (
                      <label key={name} className="text-xs text-muted">
                        {label}
                        <input
                          inputMode="decimal"
                          autoComplete="off"
                          maxLength={9}
                          aria-invalid={isWrong || undefined}
                          value={typed.get(id)?.[name] ?? ''}
                          onChange={({ currentTarget: { value } }) =>
                            setTyped((now) => {
                              const before = now.get(id)
                              return before ? new Map(now).set(id, { ...before, [name]: value }) : now
                            })
                          }
                          className={`${controlClass} mt-0.5 px-2! text-base tabular-nums`}
                        />
                      </label>
                    )
                  })}
                </div>
                {unlikely.some((one) => one.id === id) && (
                  <label className="mt-2 flex items-start gap-2.5 rounded-xl bg-amber-soft px-3 py-2 text-sm">
                    <input
                      type="checkbox"
                      checked={sure.has(id)}
                      onChange={({ currentTarget: { checked } }) =>
                        setSure(
                          (now) => new Set(checked ? [...now, id] : [...now].filter((one) => one !== id)),
                        )
                      }
                      className="mt-0.5 size-5 shrink-0 accent-leaf"
                    />
                    <span>
                      Really? The products have {kilograms(size.weightGrams)} and {size.lengthCm} ×{' '}
                      {size.widthCm} × {size.heightCm} cm. Yes, I measured the packed parcel.
                    </span>
                  </label>
                )}
              </fieldset>
            </li>
          ))}
        </ul>
        <p role="alert" className="mt-3 text-sm text-clay empty:hidden">
          {tried && wrong}
        </p>
        <div className="mt-5 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button look="secondary" onClick={onClose}>
            Not yet
          </Button>
          <Button type="submit" busy={busy} busyLabel="Saving...">
            Ready to ship
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
