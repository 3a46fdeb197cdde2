/** The environment, parsed once; nothing else reads it (api-rules §5). */
import path from 'node:path'
import { z } from 'zod'

/** Something in the environment is wrong; one line a problem. */
export class ConfigError extends Error {}
/** The shop cannot start for a reason outside its code: busy port, unreachable database, unwritable folder. */
export class StartError extends Error {}

const url = (protocols: RegExp, example: string) =>
  z.url({ protocol: protocols, error: `must be an address such as ${example}` })

const whole = (min: number, max: number) => {
  const words = `must be a number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,5}$/, words)
    .transform(Number)
    .refine((n) => n >= min && n <= max, words)
}
const port = whole(0, 65_535)
const host = z.string().regex(/^[A-Za-z0-9.:_-]+$/, 'must be a host name or an IP address')

const database = url(/^postgres(ql)?$/, 'postgres://user:password@host:5432/name')
const appSecret = z.string().min(32, 'must have at least 32 characters')

const environment = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'], { error: 'must be production, development or test' })
    .default('development'),
  PORT: port.default(3000),
  HOST: host.default('127.0.0.1'),
  DATA_DIR: z.string().min(1, 'must be a folder').default('./.data'),
  DATABASE_URL: database.optional(),
  MIGRATE_DATABASE_URL: database.optional(),
  PUBLIC_URL: url(/^https?$/, 'https://shop.example')
    .transform((u) => u.replace(/(?<!\/)\/+$/, ''))
    .optional(),
  BRAND_NAME: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(60, 'must have at most 60 characters')
    .default('Hariyali'),
  SUPPORT_EMAIL: z.email({ error: 'must be an e-mail address' }).default('support@hariyali.test'),
  // About and Careers have their addresses at a domain spelt differently (specification §2, api-rules §6).
  COMPANY_EMAIL_DOMAIN: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'must be a domain such as shop.example')
    .toLowerCase()
    .default('hariyaali.test'),
  // Whom a buyer deals with, by name and place (Consumer Protection (E-Commerce) Rules, 2020).
  LEGAL_NAME: z.string().trim().min(1, 'must not be empty').max(200).optional(),
  LEGAL_ADDRESS: z.string().trim().min(1, 'must not be empty').max(500).optional(),
  LEGAL_GRIEVANCE_OFFICER: z.string().trim().min(1, 'must not be empty').max(200).optional(),
  SMTP_URL: url(/^smtps?$/, 'smtp://user:password@host:587').optional(),
  RAZORPAY_KEY_ID: z
    .string()
    .regex(/^rzp_(test|live)_[A-Za-z0-9]{14}$/, 'must look like rzp_test_ or rzp_live_ and 14 characters')
    .optional(),
  RAZORPAY_KEY_SECRET: z.string().min(1).optional(),
  RAZORPAY_WEBHOOK_SECRET: z.string().min(1).optional(),
  RAZORPAY_WEBHOOK_SECRET_OLD: z.string().min(1).optional(),
  SHIPROCKET_EMAIL: z.email({ error: 'must be an e-mail address' }).optional(),
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
  SEED: z.enum(['demo', 'none'], { error: 'must be demo or none' }).optional(),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be trace, debug, info, warn, error, fatal or silent',
    })
    .default('info'),
  METRICS_PORT: port.optional(),
  METRICS_HOST: host.default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(/^https?$/, 'http://127.0.0.1:4318').optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[^\s,=]+=[^,\r\n]*(,[^\s,=]+=[^,\r\n]*)*$/, 'must be name=value, several with commas between')
    .optional(),
  OTEL_SERVICE_NAME: z.string().min(1).default('hariyali'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: 'must be a number from 0 to 1' })
    .min(0, 'must be a number from 0 to 1')
    .max(1, 'must be a number from 0 to 1')
    .default(1),
  MAX_IN_FLIGHT: whole(1, 10_000).default(64),
  DATABASE_POOL: whole(2, 1_000).default(16),
  DRAIN_SECONDS: whole(0, 60).default(0),
  APP_SECRET: appSecret.optional(),
  // Keys of earlier: what they sealed is still read (docs/operations.md, "Changing the key").
  APP_SECRET_OLD: z
    .string()
    .transform((text) => text.split(',').map((key) => key.trim()))
    .pipe(z.array(appSecret))
    .default([]),
  // A second factor for every administrator; by itself in production only (docs/decisions/0016).
  ADMIN_SECOND_FACTOR: z.enum(['required', 'optional'], { error: 'must be required or optional' }).optional(),
  TRUST_PROXY: z.enum(['true', 'false'], { error: 'must be true or false' }).default('false'),
  // In production stand-ins serve for missing providers, and every page says so (docs/decisions/0032).
  REHEARSAL: z.enum(['true', 'false'], { error: 'must be true or false' }).default('false'),
})

const ours =
  /^(RAZORPAY|SHIPROCKET|CLOUDINARY|S3|SMTP|DATABASE|SEED|BRAND|SUPPORT|COMPANY_EMAIL|PUBLIC|LEGAL|ADMIN_SECOND|METRICS|DRAIN|APP_SECRET|MIGRATE)_|^(PORT|HOST|DATA_DIR|SEED|LOG_LEVEL|REHEARSAL)$/
const together: readonly (readonly (keyof z.output<typeof environment>)[])[] = [
  ['LEGAL_NAME', 'LEGAL_ADDRESS', 'LEGAL_GRIEVANCE_OFFICER'],
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
  /** The one before: the provider signs its repetitions of old events with it. */
  olderWebhookSecret?: string | undefined
}

/** A bucket for uploaded pictures. */
export interface S3Access {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

/** The image cloud that browsers upload to without a signature. */
export interface CloudinaryAccess {
  cloudName: string
  uploadPreset: string
}

/** How to reach the courier; the sandbox hands over the same shape. */
export interface CourierAccess {
  apiUrl: string
  /** A user of the courier's API, not of its pages. */
  email: string
  password: string
  webhookToken: string
  /** The one before, until the courier's panel sends the new one. */
  olderWebhookToken?: string | undefined
  /** The page of a parcel's way, but for the AWB number at its end. */
  trackingUrl?: string
  /** How long one call may take; tests shorten it. */
  timeoutMs?: number
}

export interface Config {
  production: boolean
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  /** The same database by the account that owns its tables, where the shop's own may not change them. */
  migrateDatabaseUrl: string | undefined
  /** Where people reach the shop, without a slash at the end. */
  publicUrl: string
  brandName: string
  supportEmail: string
  /** Where careers@ and hello@ are, on the pages About and Careers. */
  companyEmailDomain: string
  /** The business behind the shop, as Terms and Conditions name it. */
  legal: { name: string; address: string; grievanceOfficer: string } | undefined
  smtpUrl: string | undefined
  payment: PaymentAccess | undefined
  cloudinary: CloudinaryAccess | undefined
  s3: S3Access | undefined
  courier: CourierAccess | undefined
  seed: 'demo' | 'none'
  /** Production only: stand-ins and test keys may serve, and every page and mail says that not all is real. */
  rehearsal: boolean
  /** What has no real provider by the settings, in the words of a page. A test key moves no real money. */
  standIns: readonly ('payments' | 'parcels' | 'e-mails')[]
  logLevel: string
  appSecret: string | undefined
  /** They seal nothing any more. */
  olderAppSecrets: readonly string[]
  /** Whether an administrator without a second factor may do nothing but set one up. */
  secondFactorRequired: boolean
  trustProxy: boolean
  /** Where /metrics is, if anywhere. */
  metrics: { host: string; port: number } | undefined
  /** Where spans go, if anywhere. */
  traces:
    | { endpoint: string; headers: Record<string, string>; serviceName: string; share: number }
    | undefined
  /** Pieces of work at once; requests beyond are answered 503. */
  maxInFlight: number
  /** Connections of this process to the database. */
  databasePool: number
  /** How long the shop still takes connections after it said on /readyz that it ends. */
  drainSeconds: number
  /** How often the timers run; tests shorten it. */
  sweepSeconds: number
}

/** Reads and checks the environment. Throws ConfigError naming every unknown or malformed setting. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const problems = Object.keys(given)
    .filter((name) => ours.test(name) && !(name in environment.shape))
    .map((name) => `${name} is not a setting of this shop.`)
  const parsed = environment.safeParse(given)
  if (!parsed.success) problems.push(...parsed.error.issues.map((i) => `${i.path.join('.')} ${i.message}.`))
  for (const group of together) {
    const missing = group.filter((name) => given[name] === undefined)
    if (missing.length > 0 && missing.length < group.length) {
      problems.push(`${missing.join(', ')} missing: ${group.join(', ')} go together.`)
    }
  }
  if (parsed.success && parsed.data.NODE_ENV === 'production' && parsed.data.SEED === 'demo') {
    problems.push('SEED=demo makes accounts with a known password and is refused in production.')
  }
  if (given.MIGRATE_DATABASE_URL !== undefined && given.DATABASE_URL === undefined) {
    problems.push('MIGRATE_DATABASE_URL needs DATABASE_URL, the same database by the account of the shop.')
  }
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems.join('\n'))
  const e = parsed.data
  const production = e.NODE_ENV === 'production'
  const paysForReal = e.RAZORPAY_KEY_ID !== undefined && !e.RAZORPAY_KEY_ID.startsWith('rzp_test_')
  const host = e.HOST === '0.0.0.0' || e.HOST === '::' ? '127.0.0.1' : e.HOST
  return {
    production,
    port: e.PORT,
    host: e.HOST,
    dataDir: path.resolve(e.DATA_DIR),
    databaseUrl: e.DATABASE_URL,
    migrateDatabaseUrl: e.MIGRATE_DATABASE_URL,
    publicUrl: e.PUBLIC_URL ?? `http://${host.includes(':') ? `[${host}]` : host}:${e.PORT}`,
    brandName: e.BRAND_NAME,
    supportEmail: e.SUPPORT_EMAIL,
    companyEmailDomain: e.COMPANY_EMAIL_DOMAIN,
    legal:
      e.LEGAL_NAME && e.LEGAL_ADDRESS && e.LEGAL_GRIEVANCE_OFFICER
        ? { name: e.LEGAL_NAME, address: e.LEGAL_ADDRESS, grievanceOfficer: e.LEGAL_GRIEVANCE_OFFICER }
        : undefined,
    smtpUrl: e.SMTP_URL,
    payment:
      e.RAZORPAY_KEY_ID && e.RAZORPAY_KEY_SECRET && e.RAZORPAY_WEBHOOK_SECRET
        ? {
            apiUrl: 'https://api.razorpay.com/v1',
            scriptUrl: 'https://checkout.razorpay.com/v1/checkout.js',
            keyId: e.RAZORPAY_KEY_ID,
            keySecret: e.RAZORPAY_KEY_SECRET,
            webhookSecret: e.RAZORPAY_WEBHOOK_SECRET,
            olderWebhookSecret: e.RAZORPAY_WEBHOOK_SECRET_OLD,
          }
        : undefined,
    cloudinary:
      e.CLOUDINARY_CLOUD_NAME && e.CLOUDINARY_UPLOAD_PRESET
        ? { cloudName: e.CLOUDINARY_CLOUD_NAME, uploadPreset: e.CLOUDINARY_UPLOAD_PRESET }
        : undefined,
    s3:
      e.S3_ENDPOINT && e.S3_REGION && e.S3_BUCKET && e.S3_ACCESS_KEY_ID && e.S3_SECRET_ACCESS_KEY
        ? {
            endpoint: e.S3_ENDPOINT,
            region: e.S3_REGION,
            bucket: e.S3_BUCKET,
            accessKeyId: e.S3_ACCESS_KEY_ID,
            secretAccessKey: e.S3_SECRET_ACCESS_KEY,
          }
        : undefined,
    courier:
      e.SHIPROCKET_EMAIL && e.SHIPROCKET_PASSWORD && e.SHIPROCKET_WEBHOOK_TOKEN
        ? {
            apiUrl: 'https://apiv2.shiprocket.in/v1/external',
            email: e.SHIPROCKET_EMAIL,
            password: e.SHIPROCKET_PASSWORD,
            webhookToken: e.SHIPROCKET_WEBHOOK_TOKEN,
            olderWebhookToken: e.SHIPROCKET_WEBHOOK_TOKEN_OLD,
            trackingUrl: 'https://shiprocket.co/tracking/',
          }
        : undefined,
    seed: e.SEED ?? (production ? 'none' : 'demo'),
    rehearsal: production && e.REHEARSAL === 'true',
    standIns: [
      ...(paysForReal ? [] : (['payments'] as const)),
      ...(e.SHIPROCKET_EMAIL ? [] : (['parcels'] as const)),
      ...(e.SMTP_URL ? [] : (['e-mails'] as const)),
    ],
    logLevel: e.LOG_LEVEL,
    appSecret: e.APP_SECRET,
    olderAppSecrets: e.APP_SECRET_OLD,
    secondFactorRequired: (e.ADMIN_SECOND_FACTOR ?? (production ? 'required' : 'optional')) === 'required',
    trustProxy: e.TRUST_PROXY === 'true',
    metrics: e.METRICS_PORT === undefined ? undefined : { host: e.METRICS_HOST, port: e.METRICS_PORT },
    traces: e.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: e.OTEL_EXPORTER_OTLP_ENDPOINT,
          headers: Object.fromEntries(
            (e.OTEL_EXPORTER_OTLP_HEADERS ?? '')
              .split(',')
              .filter(Boolean)
              .map((pair) => [
                pair.slice(0, pair.indexOf('=')),
                decodeURIComponent(pair.slice(pair.indexOf('=') + 1)),
              ]),
          ),
          serviceName: e.OTEL_SERVICE_NAME,
          share: e.OTEL_TRACES_SAMPLER_ARG,
        }
      : undefined,
    maxInFlight: e.MAX_IN_FLIGHT,
    databasePool: e.DATABASE_POOL,
    drainSeconds: e.DRAIN_SECONDS,
    sweepSeconds: 60,
  }
}

/** The values of the configuration that nobody may read in a log. The shop's own key is one of them. */
export function secretValues(config: Config): string[] {
  const { payment, courier, s3, traces, appSecret, olderAppSecrets } = config
  const passwords = [config.databaseUrl, config.migrateDatabaseUrl, config.smtpUrl].map(
    (address) => address && decodeURIComponent(new URL(address).password),
  )
  return [
    ...passwords,
    payment?.keySecret,
    payment?.webhookSecret,
    courier?.password,
    courier?.webhookToken,
    s3?.secretAccessKey,
    appSecret,
    ...olderAppSecrets,
    ...Object.values(traces?.headers ?? {}),
  ].flatMap((value) => value || [])
}
