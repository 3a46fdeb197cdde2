import { Link } from 'react-router'
import { ApiError } from '../../api/client.ts'
import { TryAgain } from '../../layout/try-again.tsx'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PackageX } from '../../ui/icons.tsx'

interface Refused {
  refusal: string
  /** The shop may answer later. */
  again: boolean
}
export type One<T> = { one: T } | Refused

/** For `back`. */
export const toProducts = { to: paths.home, label: 'Explore Products' }
export const toOrders = { to: paths.myOrders, label: 'My Orders' }

/** What a page is about, or why it cannot be shown: `unknown` where there is none. A missing login is thrown. */
export async function loadOne<T>(loading: Promise<T>, unknown: string): Promise<One<T>> {
  try {
    return { one: await loading }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401 || error.status === 403) throw error
    return error.status === 404 || error.status === 400
      ? { refusal: unknown, again: false }
      : { refusal: 'We could not reach the shop just now.', again: true }
  }
}

interface Props {
  title: string
  refused: Refused
  /** Where the person can go instead. */
  back: { to: string; label: string }
}

export function NotLoaded({ title, refused: { refusal, again }, back }: Props) {
  return (
    <EmptyState icon={<PackageX />} title={title} text={refusal}>
      {again && <TryAgain />}
      <Link to={back.to} className={buttonClass('secondary')}>
        {back.label}
      </Link>
    </EmptyState>
  )
}
