/**
 * One order as the administrator scans it: everything of the order card (specification §2 'Order card') and its people,
 * in columns that stand below one another from order to order. On a phone the columns are stacked.
 */
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { admin, type AdminOrder } from '../../../../contract/admin.ts'
import { formatAmount } from '../../../../contract/money.ts'
import { BuyersWishes } from '../../../orders/buyers-wishes.tsx'
import { OrderDocuments } from '../../../orders/documents.tsx'
import {
  amountOnOrder,
  badgeText,
  couponText,
  quantityText,
  shipmentColor,
} from '../../../orders/order-card.tsx'
import { paymentText, RefundLines } from '../../../orders/refund-lines.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Note } from '../../../ui/note.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { adminPaths } from '../admin-paths.ts'
import { may } from '../may.ts'
import { OutcomeButton } from './outcome-button.tsx'
import { PartRefundButton } from './part-refund-button.tsx'
import { shortDate } from '../../../ui/dates.ts'
import { ExternalLink, FileDown, PackageSearch, TriangleAlert } from '../../../ui/more-icons.tsx'
import { RefundButton } from './refund-button.tsx'
import { ReleaseButton } from './release-button.tsx'

const link = '-my-2.5 inline-block min-w-0 py-2.5 break-all text-forest underline underline-offset-4'

export function OrderRow({ order }: { order: AdminOrder }) {
  const { product, courierName, awbNumber, shipmentId, refundable, partRefund } = order
  const heading = useId()
  return (
    <article
      aria-labelledby={heading}
      className="flex flex-col gap-2.5 rounded-card border border-line bg-surface p-4 text-sm shadow-card focus-within:border-leaf hover:border-leaf xl:py-3 min-[100rem]:grid min-[100rem]:grid-cols-[minmax(0,1fr)_23rem] min-[100rem]:gap-x-5"
    >
      <div className="grid grid-cols-[4rem_minmax(0,1fr)] gap-x-4 gap-y-3 sm:grid-cols-[4rem_minmax(0,1fr)_minmax(0,1fr)] xl:grid-cols-[4rem_minmax(0,1.45fr)_9rem_minmax(0,1.25fr)_minmax(0,1.5fr)_minmax(0,1.2fr)]">
        <div className="size-16 overflow-hidden rounded-xl bg-mist">
          <Picture src={product.imageUrl} alt="" size={64} className="size-full" />
        </div>
        <div className="min-w-0 sm:max-xl:col-span-2">
          <p className="flex flex-wrap items-center gap-x-3">
            <span className="min-w-25 text-base font-semibold tabular-nums">
              <span className="sr-only">Order </span>
              {order.number}
            </span>
            <ShipmentBadge order={order} />
          </p>
          <h2 id={heading} className="line-clamp-2 font-semibold">
            {product.name}
          </h2>
          <p className="flex flex-wrap gap-x-3 text-muted">
            <Day words="Placed on" at={order.createdAt} />
            {order.deliveryDate && <Day words="Delivered on" at={order.deliveryDate} />}
          </p>
        </div>
        <Facts>
          <Fact name="Amount">
            <span className="font-semibold tabular-nums">{formatAmount(amountOnOrder(order))}</span>
          </Fact>
          <Fact name="Quantity">{quantityText(order)}</Fact>
          {order.delivery && <Fact name="Delivery">{formatAmount(order.delivery)} of the amount</Fact>}
          {order.coupon && <Fact name="Coupon">{couponText(order.coupon)}</Fact>}
          <Fact name="Payment">{paymentText(order)}</Fact>
        </Facts>
        <Facts>
          <Fact name="Courier">{courierName || 'Not Assigned'}</Fact>
          <Fact name="AWB Number">{awbNumber || 'Not Assigned'}</Fact>
          <Fact name="Shipment ID">{shipmentId || 'N/A'}</Fact>
        </Facts>
        <People order={order} />
      </div>
      <footer className="-mb-1 flex flex-wrap items-center gap-x-4 sm:justify-end gap-y-2 border-t border-line pt-1 min-[100rem]:-my-1 min-[100rem]:border-t-0 min-[100rem]:border-l min-[100rem]:pt-0 min-[100rem]:pl-5">
        <div className="mr-auto flex min-w-0 flex-wrap items-center gap-x-1 py-1 text-xs text-muted">
          <span className="max-sm:basis-full">Order ID: </span>
          <span className="tracking-tight break-all">{order.id}</span>
          <CopyButton value={order.id} what="order ID" />
        </div>
        <Files order={order} />
        <OrderDocuments documents={order.documents} />
        {partRefund && may(admin.refundPart) && <PartRefundButton order={order} part={partRefund} />}
        {order.stoppedUntil && may(admin.releaseParcel) && <ReleaseButton order={order} />}
        {refundable && may(admin.refundOrder) && <RefundButton order={order} />}
        {awbNumber && may(admin.correctParcel) && <OutcomeButton order={order} />}
      </footer>
      <BuyersWishes note={order.noteToSeller} gift={order.gift} />
      <RefundLines order={order} className="col-span-full" />
      <Notes order={order} />
    </article>
  )
}

function ShipmentBadge({ order }: { order: AdminOrder }) {
  const words = badgeText(order)
  return <Badge color={shipmentColor(words)}>{words}</Badge>
}

function Day({ words, at }: { words: string; at: string }) {
  return (
    <span className="inline-block">
      {words} <time dateTime={at}>{shortDate(at)}</time>
    </span>
  )
}

/** Who bought it, where it goes, and who sells it. */
function People({ order }: { order: AdminOrder }) {
  const { customer, recipient, sellerCompany, sellerEmail, deliveryAddress: to } = order
  return (
    <>
      <Facts>
        <div className="min-w-0">
          <dt className="inline text-muted">Customer: </dt>
          <dd className="inline">
            <bdi className="font-medium">{customer.name}</bdi>
            <br />
            <a href={`mailto:${customer.email}`} className={link}>
              {customer.email}
            </a>
            <CopyButton value={customer.email} what="customer's email" />
          </dd>
        </div>
        <div className="min-w-0">
          <dt className="sr-only">Delivery address</dt>
          <dd className="text-pretty">
            {recipient && (
              <>
                For <bdi className="font-medium">{recipient.name}</bdi>,{' '}
                <span className="whitespace-nowrap tabular-nums">{recipient.mobile}</span>
                <br />
              </>
            )}
            <bdi>{to.street}</bdi>, <bdi>{to.city}</bdi>, {to.state} - {to.pinCode}
          </dd>
        </div>
      </Facts>
      <Facts>
        <div className="min-w-0">
          <dt className="inline text-muted">Seller: </dt>
          <dd className="inline">
            <bdi className="font-medium">{sellerCompany}</bdi>
            <br />
            <Link to={adminPaths.sellerOrders(sellerEmail)} className={link}>
              {sellerEmail}
            </Link>
          </dd>
        </div>
      </Facts>
    </>
  )
}

/** 'The parcel is lost: refund the order.' becomes 'Refund the order.', beside words that say that it is lost. */
function whatToDo(note: string): string {
  const words = note.slice(note.indexOf(': ') + 1).trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What is wrong with the order stands together with what to do about it. */
function Notes({ order: { needsAttention, statusNote, stoppedUntil } }: { order: AdminOrder }) {
  if (needsAttention) {
    return (
      <Note icon={<TriangleAlert />} title="Needs attention." className="col-span-full">
        {needsAttention} {stoppedUntil && `It is refunded in the night after ${shortDate(stoppedUntil)}.`}{' '}
        {statusNote && whatToDo(statusNote)}
      </Note>
    )
  }
  return (
    statusNote && (
      <Note icon={<PackageSearch />} className="col-span-full">
        {statusNote}
      </Note>
    )
  )
}

const file =
  'inline-flex min-h-11 items-center gap-2 font-semibold text-forest underline underline-offset-4 xl:-my-1'

function Files({ order: { trackingUrl, shipmentLabelUrl } }: { order: AdminOrder }) {
  return (
    <>
      {trackingUrl && (
        <a href={trackingUrl} target="_blank" rel="noreferrer" className={file}>
          <ExternalLink aria-hidden="true" className="size-4.5" />
          Track Parcel
        </a>
      )}
      {shipmentLabelUrl && may(admin.label) && (
        <a href={shipmentLabelUrl} target="_blank" rel="noreferrer" className={file}>
          <FileDown aria-hidden="true" className="size-4.5" />
          Download Shipping Label
        </a>
      )}
    </>
  )
}

function Facts({ children }: { children: ReactNode }) {
  return <dl className="min-w-0 max-sm:col-span-2 sm:max-xl:odd:col-start-2">{children}</dl>
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0 wrap-anywhere">
      <dt className="inline text-muted">{name}: </dt>
      <dd className="inline">{children}</dd>
    </div>
  )
}
