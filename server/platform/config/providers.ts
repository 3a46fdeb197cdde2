/** Settings of the outside providers: payments, courier, mail and the host of pictures. */
import { z } from 'zod'
import { email, url } from './formats.ts'

export const providerSettings = {
  // Options after ? would override those of the shop, such as requireTLS.
  SMTP_URL: url(/^smtps?$/, 'smtp://user:password@host:587')
    .refine((address) => !address.includes('?'), 'must have no options after a ?')
    .optional(),
  RAZORPAY_KEY_ID: z
    .string()
    .regex(/^rzp_(test|live)_[A-Za-z0-9]{14}$/, 'must look like rzp_test_ or rzp_live_ and 14 characters')
    .optional(),
  RAZORPAY_KEY_SECRET: z.string().min(1).optional(),
  RAZORPAY_WEBHOOK_SECRET: z.string().min(1).optional(),
  RAZORPAY_WEBHOOK_SECRET_OLD: z.string().min(1).optional(),
  // Whether sellers with a linked account are paid through the provider; otherwise all by bank file (docs/operations.md).
  RAZORPAY_ROUTE: z.enum(['true', 'false'], { error: 'must be true or false' }).default('false'),
  SHIPROCKET_EMAIL: email.optional(),
  SHIPROCKET_PASSWORD: z.string().min(1).optional(),
  SHIPROCKET_WEBHOOK_TOKEN: z.string().min(1).optional(),
  SHIPROCKET_WEBHOOK_TOKEN_OLD: z.string().min(1).optional(),
  CLOUDINARY_CLOUD_NAME: z
    .string()
    .regex(/^[\w-]+$/, 'must be letters, digits, - and _')
    .optional(),
  CLOUDINARY_UPLOAD_PRESET: z.string().min(1).optional(),
  S3_ENDPOINT: url(/^https?$/, 'https://s3.example').optional(),
  S3_REGION: z.string().min(1).optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9.-]+$/, 'must be small letters, digits, dots and hyphens')
    .optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
}

type ProviderValues = z.output<z.ZodObject<typeof providerSettings>>

/** The settings of one provider are set together or not at all. */
export const providerGroups: readonly (readonly (keyof ProviderValues)[])[] = [
  ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'],
  ['SHIPROCKET_EMAIL', 'SHIPROCKET_PASSWORD', 'SHIPROCKET_WEBHOOK_TOKEN'],
  ['CLOUDINARY_CLOUD_NAME', 'CLOUDINARY_UPLOAD_PRESET'],
  ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
]

/** How to reach the payment provider; the sandbox hands over the same shape. */
export interface PaymentAccess {
  apiUrl: string
  scriptUrl: string
  keyId: string
  keySecret: string
  webhookSecret: string
  /** The secret before the present one: the provider signs repetitions of old events with it. */
  olderWebhookSecret?: string | undefined
}

/** How to reach the courier; the sandbox hands over the same shape. */
export interface CourierAccess {
  apiUrl: string
  /** A user of the courier's API, not of its pages. */
  email: string
  password: string
  webhookToken: string
  /** The token before the present one, valid until the courier's panel sends the new one. */
  olderWebhookToken?: string | undefined
  /** The address of a parcel's tracking page, up to the AWB number at its end. */
  trackingUrl?: string
  /** The longest time one call may take; tests shorten it. */
  timeoutMs?: number
}

/** The image cloud that browsers upload to without a signature. */
interface CloudinaryAccess {
  cloudName: string
  uploadPreset: string
}

/** A bucket for uploaded pictures. */
export interface S3Access {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

export interface ProviderConfig {
  smtpUrl: string | undefined
  payment: PaymentAccess | undefined
  /** Payouts to sellers by Razorpay Route are switched on. */
  routeEnabled: boolean
  courier: CourierAccess | undefined
  cloudinary: CloudinaryAccess | undefined
  s3: S3Access | undefined
  /** Which providers are not real by these settings, in the words of a page. A test key moves no real money. */
  standIns: readonly ('payments' | 'parcels' | 'e-mails')[]
}

export function readProviders(values: ProviderValues): ProviderConfig {
  const paysForReal = values.RAZORPAY_KEY_ID !== undefined && !values.RAZORPAY_KEY_ID.startsWith('rzp_test_')
  return {
    smtpUrl: values.SMTP_URL,
    payment: paymentAccess(values),
    routeEnabled: values.RAZORPAY_ROUTE === 'true',
    courier: courierAccess(values),
    cloudinary:
      values.CLOUDINARY_CLOUD_NAME && values.CLOUDINARY_UPLOAD_PRESET
        ? { cloudName: values.CLOUDINARY_CLOUD_NAME, uploadPreset: values.CLOUDINARY_UPLOAD_PRESET }
        : undefined,
    s3: s3Access(values),
    standIns: [
      ...(paysForReal ? [] : (['payments'] as const)),
      ...(values.SHIPROCKET_EMAIL ? [] : (['parcels'] as const)),
      ...(values.SMTP_URL ? [] : (['e-mails'] as const)),
    ],
  }
}

function paymentAccess({
  RAZORPAY_KEY_ID: keyId,
  RAZORPAY_KEY_SECRET: keySecret,
  RAZORPAY_WEBHOOK_SECRET: webhookSecret,
  RAZORPAY_WEBHOOK_SECRET_OLD: olderWebhookSecret,
}: ProviderValues): PaymentAccess | undefined {
  if (!keyId || !keySecret || !webhookSecret) return undefined
  return {
    apiUrl: 'https://api.razorpay.com/v1',
    scriptUrl: 'https://checkout.razorpay.com/v1/checkout.js',
    keyId,
    keySecret,
    webhookSecret,
    olderWebhookSecret,
  }
}

function courierAccess({
  SHIPROCKET_EMAIL: apiUser,
  SHIPROCKET_PASSWORD: password,
  SHIPROCKET_WEBHOOK_TOKEN: webhookToken,
  SHIPROCKET_WEBHOOK_TOKEN_OLD: olderWebhookToken,
}: ProviderValues): CourierAccess | undefined {
  if (!apiUser || !password || !webhookToken) return undefined
  return {
    apiUrl: 'https://apiv2.shiprocket.in/v1/external',
    email: apiUser,
    password,
    webhookToken,
    olderWebhookToken,
    trackingUrl: 'https://shiprocket.co/tracking/',
  }
}

function s3Access({
  S3_ENDPOINT: endpoint,
  S3_REGION: region,
  S3_BUCKET: bucket,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
}: ProviderValues): S3Access | undefined {
  if (!endpoint || !region || !bucket || !accessKeyId || !secretAccessKey) return undefined
  return { endpoint, region, bucket, accessKeyId, secretAccessKey }
}
