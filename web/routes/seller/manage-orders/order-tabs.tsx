/** The tabs of Manage Orders: links, so that each has its own address. */
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { DispatchTab } from '../../../../contract/dispatch.ts'
import type { SellersOrderTab } from '../../../../contract/shipment.ts'
import { paths } from '../../../paths.ts'
import type { DispatchCounts } from './load-dispatch.ts'

type Tab = DispatchTab | SellersOrderTab

interface Props {
  /** Null: all orders. */
  chosen: Tab | null
  counts: DispatchCounts | null
}

export function OrderTabs({ chosen, counts }: Props) {
  const nav = useRef<HTMLElement>(null)
  // On a phone the row is wider than the screen.
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current]')
    if (nav.current && current) nav.current.scrollLeft = current.offsetLeft
  }, [chosen])
  const tabs: { tab: Tab | null; title: string; count?: number | undefined }[] = [
    { tab: null, title: 'All' },
    { tab: 'to-pack', title: 'To pack', count: counts?.toPack },
    { tab: 'ready', title: 'Ready', count: counts?.ready },
    { tab: 'handed-over', title: 'Handed over' },
    { tab: 'attention', title: 'Needs attention', count: counts?.attention },
  ]
  return (
    <nav
      ref={nav}
      aria-label="Orders by what is to do"
      className="relative mb-3 overflow-x-auto border-b border-line"
    >
      <ul className="flex">
        {tabs.map(({ tab, title, count }) => (
          <li key={title} className="shrink-0">
            <Link
              to={{ pathname: paths.manageOrders, search: tab ? `?tab=${tab}` : '' }}
              aria-current={tab === chosen ? 'page' : undefined}
              className="-mb-px flex min-h-11 items-center gap-1.5 border-b-3 border-transparent px-2.5 font-semibold whitespace-nowrap text-muted -outline-offset-3 hover:text-forest aria-[current]:border-forest aria-[current]:text-forest sm:px-4"
            >
              {title}
              {count !== undefined && count > 0 && (
                <span
                  className={`rounded-full px-1.5 text-sm tabular-nums ${tab === 'attention' ? 'bg-clay-soft text-clay' : 'bg-mist text-ink'}`}
                >
                  {count.toLocaleString('en-IN')}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
