/** The outside providers of a shop: from its settings, or from the development kit where a setting is missing. */
import type { Logger } from 'pino'
import { type Config, StartError } from '../platform/config/config.ts'
import type { CourierAccess, PaymentAccess } from '../platform/config/providers.ts'
import type { Readable } from '../platform/db/client.ts'
import { holdCourier, holdPayments } from '../platform/hold/hold-providers.ts'
import { openSmtp } from '../platform/mail/provider.ts'
import { openPictureStore } from '../platform/media/picture-store.ts'
import type { Gauge } from '../platform/observe/meters.ts'
import { openRazorpay } from '../platform/providers/payments/razorpay.ts'
import {
  guardCourier,
  guardPayments,
  openBucketBreaker,
  openCourierBreaker,
  openEstimateBreaker,
  openLabelBreaker,
  openPaymentBreaker,
} from '../platform/providers/guard-providers.ts'
import { missingSettings, standInsRefused } from '../platform/rehearsal.ts'
import { openShiprocket } from '../platform/providers/courier/shiprocket.ts'
import type { Shop } from '../platform/shop.ts'

/** Replaces providers that are not configured; set by the development kit (sandbox/). */
export interface ProviderOverrides {
  payment?: PaymentAccess
  courier?: CourierAccess
  smtpUrl?: string
  /** Serves the pages of the stand-ins. */
  fetch?: (request: Request) => Promise<Response>
}

/** A configuration in which no provider is missing. */
export type CompleteConfig = Config & { payment: PaymentAccess; courier: CourierAccess; smtpUrl: string }

/** Fills in the providers that are not configured. Throws StartError where one is missing, or where production refuses it. */
export function completeConfig(given: Config, overrides: ProviderOverrides): CompleteConfig {
  const refused = standInsRefused(given)
  if (refused) throw new StartError(refused)
  const payment = given.payment ?? overrides.payment
  const courier = given.courier ?? overrides.courier
  const smtpUrl = given.smtpUrl ?? overrides.smtpUrl
  if (!payment || !courier || !smtpUrl)
    throw new StartError(
      `${missingSettings({ payment, courier, smtpUrl })} missing, and only npm start (scripts/start.ts) brings stand-ins for them.`,
    )
  return { ...given, payment, courier, smtpUrl }
}

export interface Providers extends Pick<Shop, 'payments' | 'courier' | 'mail' | 'pictures'> {
  /** The state of the circuit breakers. */
  gauges(): Gauge[]
}

/** Nothing is connected before the first call. */
export function openProviders(config: CompleteConfig, log: Logger, db: Readable): Providers {
  const breakers = {
    payment: openPaymentBreaker(),
    courier: openCourierBreaker(),
    labels: openLabelBreaker(),
    estimates: openEstimateBreaker(),
    bucket: openBucketBreaker(),
  }
  return {
    payments: holdPayments(guardPayments(openRazorpay(config.payment), breakers.payment), db),
    courier: holdCourier(
      guardCourier(openShiprocket(config.courier), breakers.courier, breakers.labels, breakers.estimates),
      db,
    ),
    mail: openSmtp(config.smtpUrl, { name: config.brandName, address: config.supportEmail }),
    pictures: openPictureStore(config, log, breakers.bucket),
    gauges: () => Object.values(breakers).map((breaker) => breaker.gauge()),
  }
}
