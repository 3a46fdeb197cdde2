/** Finds one order among thousands: by words and numbers, and by where its parcel is. */
import { ChevronDown, Search } from 'lucide-react'
import { type FormEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { limits } from '../../../../contract/limits.ts'
import { type ShipmentStatus, shipmentStatuses } from '../../../../contract/shipment.ts'
import { type OrderWish, wishAddress } from './load-orders.ts'

export function OrderSearch({ wish, total }: { wish: OrderWish; total: number }) {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)

  // Going back changes the list without the form.
  useEffect(() => {
    for (const control of form.current?.elements ?? [])
      if (control instanceof HTMLInputElement) control.value = wish.search ?? ''
      else if (control instanceof HTMLSelectElement) control.value = wish.status ?? ''
  }, [wish.search, wish.status])

  function apply(): void {
    const data = new FormData(form.current ?? undefined)
    const search = String(data.get('search')).trim()
    const status = String(data.get('status')) as ShipmentStatus | ''
    void navigate({ search: wishAddress({ search, status: status || undefined }) })
  }

  return (
    <form
      ref={form}
      role="search"
      aria-label="Your orders"
      className="mb-5 grid gap-3 sm:grid-cols-[1fr_auto]"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        apply()
      }}
    >
      <div className="relative">
        <input
          type="search"
          name="search"
          defaultValue={wish.search}
          aria-label="Search your orders"
          placeholder="Order ID, AWB, name, product"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={limits.searchLength}
          className="h-11 w-full rounded-full border border-edge bg-white pr-13 pl-5 placeholder:text-muted"
        />
        <button
          type="submit"
          aria-label="Search"
          className="absolute top-0 right-0 flex size-11 items-center justify-center rounded-full text-forest hover:bg-mist"
        >
          <Search aria-hidden="true" className="size-5" />
        </button>
      </div>
      <span className="relative block">
        <select
          name="status"
          defaultValue={wish.status ?? ''}
          aria-label="Shipment status"
          autoComplete="off"
          onChange={apply}
          className="h-11 w-full appearance-none rounded-full border border-edge bg-white pr-10 pl-4 font-semibold text-forest"
        >
          <option value="">All statuses</option>
          {shipmentStatuses.map((status) => (
            <option key={status}>{status}</option>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2 text-forest"
        />
      </span>
      <p role="status" className="text-sm text-muted sm:col-span-2">
        {total.toLocaleString('en-IN')} {total === 1 ? 'order' : 'orders'}
      </p>
    </form>
  )
}
