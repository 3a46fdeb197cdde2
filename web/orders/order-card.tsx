/** One order, as customer, seller and administrator see it (specification §2 'Order card', §4 colours). */
import { type MouseEvent, type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { dayInWords } from '../../contract/day-in-words.ts'
import { formatAmount, paise, rupees } from '../../contract/money.ts'
import type { Order } from '../../contract/order.ts'
import { paths } from '../paths.ts'
import { Badge, type BadgeColor } from '../ui/badge.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { today } from '../ui/dates.ts'
import {
  ClipboardList,
  ExternalLink,
  FileDown,
  LifeBuoy,
  MapPin,
  PackageSearch,
  Pencil,
  Undo2,
} from '../ui/more-icons.tsx'
import { Note } from '../ui/note.tsx'
import { Picture } from '../ui/picture.tsx'
import { paymentText, RefundLines } from './refund-lines.tsx'

const date = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'Asia/Kolkata',
})

/** The colour of a shipment status, in any case of letters; another status is grey. */
export function shipmentColor(shipmentStatus: string): BadgeColor {
  const word = shipmentStatus.toLowerCase()
  if (word === 'delivered') return 'green'
  if (word === 'shipped' || word === 'in transit') return 'blue'
  if (word === 'out for delivery') return 'yellow'
  return word === 'cancelled' || word === 'rto' ? 'red' : 'grey'
}

/** The words of an order's badge: the courier's, or Pending without any. */
export const badgeText = ({ shipmentStatus }: Order): string => shipmentStatus?.trim() || 'Pending'

/** Nothing is left of it: its card shows what was bought. */
const isOver = ({ status, quantity, cancellation }: Order): boolean =>
  status === 'refunded' || cancellation.cancelledUnits === quantity

/** '3', or '2 (1 of 3 cancelled)' of an order with cancelled pieces. */
export function quantityText(order: Order): string {
  const {
    quantity,
    cancellation: { cancelledUnits: cancelled },
  } = order
  if (cancelled === 0 || isOver(order)) return String(quantity)
  return `${quantity - cancelled} (${cancelled} of ${quantity} cancelled)`
}

/** What the pieces that are not cancelled cost, in rupees; of an order that ended, what all of them cost. */
export function amountOnOrder(order: Order): number {
  const { amount, cancellation } = order
  return isOver(order) ? amount : rupees(paise(amount) - paise(cancellation.cancelledAmount))
}

/** The amount is without it. The part that the shop bears is part of the seller's sale. */
export const couponText = ({ code, discount, byShop }: NonNullable<Order['coupon']>): string =>
  `${code} −${formatAmount(discount)}${byShop > 0 ? ` (${formatAmount(byShop)} paid by the shop)` : ''}`

interface Props {
  order: Order
  /** The receiver's name, where the order is shown to somebody else. */
  customerName?: string
  /** About the shipping label: why there is none yet, or what to do with it. */
  labelNote?: string | undefined
  /** Called at a press on the label's link, before the browser follows it. */
  onLabel?: (event: MouseEvent<HTMLAnchorElement>, url: string) => void
  /** For the seller: the day by which the parcel has to be handed over. */
  handOverBy?: string | null
  /** Shows the link to support, which names the order. */
  withHelp?: boolean
  /** Links to the buyer's page of the order. */
  withPage?: boolean
  /** Further parts of the card for this reader. */
  children?: ReactNode
}

export function OrderCard({ order, handOverBy, children, ...rest }: Props) {
  const heading = useId()
  return (
    <article
      aria-labelledby={heading}
      className="overflow-hidden rounded-card border border-line bg-surface shadow-card"
    >
      <CardHeader order={order} handOverBy={handOverBy} />
      <CardBody order={order} heading={heading} withPage={rest.withPage} />
      <div className="flex flex-col gap-3 px-4 pb-3 empty:hidden sm:gap-4 sm:px-5 sm:pb-5">
        <StatusNote order={order} />
        <RefundLines order={order} />
        {children}
      </div>
      <CardFooter order={order} {...rest} />
    </article>
  )
}

const linkClass =
  'inline-flex min-h-11 items-center gap-2 font-semibold text-forest underline underline-offset-4'
/** Without the icons three links are one line on phones. */
const linkIcon = 'size-4.5 max-sm:hidden'

/** The day that is awaited next, of an order that is under way. */
function awaitedDay({ status, promisedBy }: Order, handOverBy: string | null | undefined) {
  if (handOverBy !== undefined)
    return ['pending', 'processing'].includes(status) && handOverBy
      ? { words: 'Hand over by', day: handOverBy }
      : null
  return ['pending', 'processing', 'shipped'].includes(status) && promisedBy
    ? { words: promisedBy < today() ? 'Late, promised by' : 'Expected by', day: promisedBy }
    : null
}

function CardHeader({ order, handOverBy }: { order: Order; handOverBy: string | null | undefined }) {
  const { number, createdAt, deliveryDate } = order
  const words = badgeText(order)
  const awaited = awaitedDay(order, handOverBy)
  return (
    <header className="flex flex-wrap items-center gap-x-5 gap-y-0.5 border-b border-line bg-dew px-4 py-2 text-sm sm:flex-nowrap sm:px-5 sm:py-2.5">
      <p className="text-base font-semibold tabular-nums max-sm:mr-auto">
        <span className="font-normal text-muted">Order </span>
        <span className="inline-block">{number}</span>
      </p>
      <p className="flex flex-wrap gap-x-5 text-muted max-sm:order-last max-sm:basis-full sm:flex-1">
        <span>
          Placed on <time dateTime={createdAt}>{date.format(new Date(createdAt))}</time>
        </span>
        {awaited && (
          <span>
            {awaited.words}{' '}
            <time dateTime={awaited.day} className="font-semibold text-ink">
              {dayInWords(awaited.day)}
            </time>
          </span>
        )}
        {deliveryDate && (
          <span>
            Delivered on <time dateTime={deliveryDate}>{date.format(new Date(deliveryDate))}</time>
          </span>
        )}
      </p>
      <Badge color={shipmentColor(words)}>{words}</Badge>
    </header>
  )
}

type BodyProps = { order: Order; heading: string; withPage: boolean | undefined }

/** The product and the facts; `heading` is the id of the product's name, by which the card is called. */
function CardBody({ order, heading, withPage }: BodyProps) {
  const { number, product, courierName, awbNumber, shipmentId } = order
  return (
    <div className="@container">
      {/* In rem: with a large text there is one column. */}
      <div className="grid gap-x-4 gap-y-2.5 px-4 py-3 @min-[16rem]:grid-cols-[auto_1fr] sm:gap-x-5 sm:gap-y-3 sm:px-5 sm:py-4">
        <div className="size-20 overflow-hidden rounded-xl bg-mist sm:row-span-2 sm:size-26">
          <Picture
            src={product.imageUrl}
            alt=""
            size={104}
            sizes="(min-width: 640px) 104px, 80px"
            className="size-full"
          />
        </div>
        <div className="min-w-0">
          <h2 id={heading} className="line-clamp-3 font-semibold sm:line-clamp-2 sm:text-lg">
            {withPage ? (
              <Link to={paths.myOrder(number)} className="underline-offset-4 hover:underline">
                {product.name}
              </Link>
            ) : (
              product.name
            )}
          </h2>
          <dl className="mt-1 flex flex-wrap gap-x-5 gap-y-0.5 text-sm">
            <Fact name="Quantity">{quantityText(order)}</Fact>
            <Fact name="Amount">
              <span className="font-semibold tabular-nums">{formatAmount(amountOnOrder(order))}</span>
            </Fact>
            {order.delivery && <Fact name="Delivery">{formatAmount(order.delivery)} of the amount</Fact>}
            {order.coupon && <Fact name="Coupon">{couponText(order.coupon)}</Fact>}
          </dl>
        </div>
        <dl className="grid gap-x-4 gap-y-2 self-end text-sm @min-[16rem]:grid-cols-2 @min-[16rem]:max-sm:col-span-2 @2xl:grid-cols-4">
          <Fact name="Payment" stacked>
            {paymentText(order)}
          </Fact>
          <Fact name="Courier" stacked>
            {courierName || 'Not Assigned'}
          </Fact>
          <Fact name="AWB Number" stacked>
            {awbNumber || 'Not Assigned'}
          </Fact>
          <Fact name="Shipment ID" stacked>
            {shipmentId || 'N/A'}
          </Fact>
        </dl>
      </div>
    </div>
  )
}

type FooterProps = Omit<Props, 'handOverBy' | 'children'>

/** Where the order goes, its id, and the links. */
function CardFooter({
  order,
  customerName,
  labelNote,
  onLabel,
  withHelp = false,
  withPage = false,
}: FooterProps) {
  const { deliveryAddress: to, deliveryDate, shipmentLabelUrl, trackingUrl } = order
  return (
    <footer className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-line px-4 py-2 text-sm sm:px-5">
      <div className="min-w-0 py-0.5">
        <p className="flex gap-2">
          <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-forest" />
          <span className="min-w-0">
            <span className="sr-only">Delivery address: </span>
            {customerName && (
              <>
                <bdi className="font-semibold">{customerName}</bdi>,{' '}
              </>
            )}
            <bdi>{to.street}</bdi>, <bdi>{to.city}</bdi>, {to.state} - {to.pinCode}
          </span>
        </p>
        {/* The label has a line of its own on phones: beside it the id would wrap. */}
        <p className="mt-1 flex flex-wrap items-center text-xs text-muted sm:ml-6">
          <span className="max-sm:basis-full sm:mr-1">Order ID: </span>
          <span className="tracking-tight break-all">{order.id}</span>
          <CopyButton value={order.id} what="order ID" />
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 empty:hidden sm:gap-x-6">
        {withPage && (
          <Link to={paths.myOrder(order.number)} className={linkClass}>
            <ClipboardList aria-hidden="true" className={linkIcon} />
            Order Details<span className="sr-only"> of order {order.number}</span>
          </Link>
        )}
        {withPage && deliveryDate && (
          <Link to={paths.writeReview(order.number)} className={linkClass}>
            <Pencil aria-hidden="true" className={linkIcon} />
            Write a Review<span className="sr-only"> of order {order.number}</span>
          </Link>
        )}
        {trackingUrl && (
          <a href={trackingUrl} target="_blank" rel="noreferrer" className={linkClass}>
            <ExternalLink aria-hidden="true" className={linkIcon} />
            Track Parcel
          </a>
        )}
        {shipmentLabelUrl && (
          <a
            href={shipmentLabelUrl}
            target="_blank"
            rel="noreferrer"
            onClick={(event) => onLabel?.(event, shipmentLabelUrl)}
            className={linkClass}
          >
            <FileDown aria-hidden="true" className="size-4.5" />
            Download Shipping Label
          </a>
        )}
        {withHelp && (
          <Link to={paths.support} state={{ orderNumber: order.number }} className={linkClass}>
            <LifeBuoy aria-hidden="true" className={linkIcon} />
            Get Help<span className="sr-only"> with order {order.number}</span>
          </Link>
        )}
      </div>
      {labelNote && <p className="basis-full pb-1.5 text-muted">{labelNote}</p>}
    </footer>
  )
}

/** The server's sentence about an order where the status does not say everything. */
function StatusNote({ order: { refunds, shipmentStatus, statusNote } }: { order: Order }) {
  if (!statusNote) return null
  const back = refunds.length > 0 || shipmentStatus === 'RTO'
  return <Note icon={back ? <Undo2 /> : <PackageSearch />}>{statusNote}</Note>
}

interface FactProps {
  name: string
  /** With the name above the value. */
  stacked?: boolean
  children: ReactNode
}

function Fact({ name, stacked = false, children }: FactProps) {
  return (
    <div className="min-w-0 wrap-anywhere">
      <dt className={stacked ? 'text-xs text-muted' : 'inline text-muted'}>
        {name}
        <span className={stacked ? 'sr-only' : ''}>: </span>
      </dt>
      <dd className={stacked ? '' : 'inline'}>{children}</dd>
    </div>
  )
}
