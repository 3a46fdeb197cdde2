/**
 * The environment, parsed once; nothing else reads it (api-rules §5). The settings of addresses, links, providers and
 * monitoring are in the files config-*.ts.
 */
import type { KeyObject } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { z } from 'zod'
import type { CallLimit } from '../../../contract/endpoint.ts'
import { type ComplaintConfig, complaintSettings, readComplaints } from './complaints.ts'
import { type FigureConfig, figureSettings, readFigures } from './figures.ts'
import { type AddressConfig, addressSettings, legalGroup, readAddresses } from './addresses.ts'
import { readPublicKey, wholeNumber } from './formats.ts'
import { type LinkConfig, linkSettings, readLinks } from './links.ts'
import { type MonitoringConfig, monitoringSettings, readMonitoring } from './monitoring.ts'
import { type ProviderConfig, providerGroups, providerSettings, readProviders } from './providers.ts'

/** Something in the environment is wrong; one line for each problem. */
export class ConfigError extends Error {}
/** The shop cannot start for a reason outside its code: busy port, unreachable database, unwritable folder. */
export class StartError extends Error {}

const appSecret = z.string().min(32, 'must have at least 32 characters')

// The order of the settings is the order in which their problems are reported.
const environment = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'], { error: 'must be production, development or test' })
    .default('development'),
  ...addressSettings,
  ...figureSettings,
  ...complaintSettings,
  ...linkSettings,
  ...providerSettings,
  SEED: z.enum(['demo', 'none'], { error: 'must be demo or none' }).optional(),
  ...monitoringSettings,
  // What this process does: answers requests, does jobs and timers, or both (docs/operations.md, "Several machines").
  SHOP_ROLE: z.enum(['all', 'web', 'worker'], { error: 'must be all, web or worker' }).default('all'),
  // Whether a process with the role 'all' starts another one for jobs and timers.
  WORKER_PROCESS: z.enum(['auto', 'own', 'none'], { error: 'must be auto, own or none' }).default('auto'),
  MAX_IN_FLIGHT: wholeNumber(1, 10_000).default(64),
  MAX_BURST: wholeNumber(1, 100_000).default(1_024),
  // How often one account may make each changing call (contract/endpoint.ts, `limits`).
  CALLS_PER_MINUTE: wholeNumber(1, 99_999).default(300),
  CALLS_PER_DAY: wholeNumber(1, 99_999).default(5_000),
  // How long payouts wait after a seller's name or bank account was changed.
  PAYOUT_HOLD_HOURS: wholeNumber(1, 720).default(72),
  // In rupees: a seller who owes the shop more is an exception at once, others after four weeks.
  SELLER_DEBT_ALERT: wholeNumber(1, 99_999).default(5_000),
  // How many days a seller can dispute a courier's weight before it is charged.
  WEIGHT_DISPUTE_DAYS: wholeNumber(1, 60).default(7),
  // The courier's: so many cubic centimetres count as a kilogram.
  WEIGHT_VOLUME_DIVISOR: wholeNumber(1_000, 10_000).default(5_000),
  // Days from a delivery to the mail that asks for reviews; 0 sends none.
  REVIEW_INVITATION_DAYS: wholeNumber(0, 60).default(5),
  // Whether sellers sell at once, or when an administrator has seen their documents; the default is 'documents' in production only.
  SELLER_APPROVAL: z.enum(['automatic', 'documents'], { error: 'must be automatic or documents' }).optional(),
  // From this day on listings that lack what their category has to declare leave sale; without it none does.
  DECLARATIONS_FROM: z.iso.date('must be a day such as 2027-01-31').optional(),
  DATABASE_POOL: wholeNumber(2, 1_000).default(16),
  DRAIN_SECONDS: wholeNumber(0, 60).default(0),
  APP_SECRET: appSecret.optional(),
  // Earlier keys: what they sealed can still be read (docs/operations.md, "Changing the key").
  APP_SECRET_OLD: z
    .string()
    .transform((keys) => keys.split(',').map((key) => key.trim()))
    .pipe(z.array(appSecret))
    .default([]),
  // Whether every administrator needs a second factor; the default is 'required' in production only.
  ADMIN_SECOND_FACTOR: z.enum(['required', 'optional'], { error: 'must be required or optional' }).optional(),
  // Backups are encrypted to it; the private key is elsewhere (docs/operations.md, "Backup and restore").
  BACKUP_PUBLIC_KEY: z
    .string()
    .transform(readPublicKey)
    .refine((key) => key !== undefined, 'must be the base64 line of a public key of X25519')
    .optional(),
  // The socket of the picture decoder's service; without it the shop starts decoders itself.
  PICTURE_DECODER: z.string().startsWith('/', 'must be the absolute path of a socket').optional(),
  TRUST_PROXY: z.enum(['true', 'false'], { error: 'must be true or false' }).default('false'),
  // Lets stand-ins serve for missing providers in production; every page then says so.
  REHEARSAL: z.enum(['true', 'false'], { error: 'must be true or false' }).default('false'),
})

/** Prefixes of this shop's settings: an unknown setting with one of them is a typing error and refused. */
const ourNames =
  /^(RAZORPAY|SHIPROCKET|CALLS_PER|CLOUDINARY|S3|SMTP|DATABASE|DECLARATIONS|SEED|BRAND|SUPPORT|COMPANY_EMAIL|COMPLAINT|CONTACT_FORM|SELLER|PUBLIC|LEGAL|ADMIN_SECOND|METRICS|DRAIN|APP_SECRET|MIGRATE|PICTURE|PAYOUT|REVIEW|WEIGHT|FIGURE|BACKUP|BULK|AFFILIATE|FACEBOOK|INSTAGRAM|LINKEDIN|YOUTUBE)_|^(SHOP_ROLES?|WORKER_PROCESSES|PORT|HOST|DATA_DIR|SEED|LOG_LEVEL|REHEARSAL)$/
const groups: readonly (readonly string[])[] = [legalGroup, ...providerGroups]

/** Parameters of argon2id; `memory` in KiB. */
export interface HashCost {
  memory: number
  passes: number
  parallelism: number
}

export interface Config extends AddressConfig, FigureConfig, LinkConfig, ProviderConfig, MonitoringConfig {
  complaints: ComplaintConfig
  production: boolean
  seed: 'demo' | 'none'
  /** Production only: stand-ins and test keys may serve, and every page and mail says that not all is real. */
  rehearsal: boolean
  appSecret: string | undefined
  /** Earlier keys: they open sealed texts and seal nothing any more. */
  olderAppSecrets: readonly string[]
  /** Whether an administrator without a second factor may do nothing but set one up. */
  secondFactorRequired: boolean
  trustProxy: boolean
  /** What backups are encrypted to; undefined leaves them readable, which production refuses. */
  backupKey: KeyObject | undefined
  /** The socket of the service that decodes pictures; undefined starts decoders as processes of the shop's user. */
  pictureDecoder: string | undefined
  /** `web` answers requests and does no jobs; `worker` does jobs and timers, and answers /healthz and /readyz only. */
  role: 'all' | 'web' | 'worker'
  /** Whether jobs and timers of a process with the role `all` are done by another process that it starts. */
  ownWorker: boolean
  /** Requests in flight at once; further ones get 503. */
  maxInFlight: number
  maxBurst: number
  /** In rupees: a seller who owes more than this is an exception at once. */
  sellerDebtAlert: number
  /** How many days a seller can dispute a courier's weight before it is charged. */
  weightDisputeDays: number
  /** So many cubic centimetres count as a kilogram. */
  weightVolumeDivisor: number
  /** How often one account may make each changing call that declares no limits of its own. */
  callLimits: readonly CallLimit[]
  /** Whether new sellers sell at once, or when an administrator has seen their documents. */
  sellerApproval: 'automatic' | 'documents'
  /** How long payouts wait after a seller's name or bank account was changed. */
  payoutHoldHours: number
  /** Days from a delivery to the mail that asks for reviews; 0 sends none. */
  reviewInvitationDays: number
  /** From this day on listings without what their category needs leave sale; undefined: never. */
  declarationsFrom: string | undefined
  /** Whether calls have the limits that they declare; off in tests, where one account or address stands for many. */
  declaredLimits: boolean
  /** Connections of this process to the database. */
  databasePool: number
  /** How long the shop still accepts connections after /readyz began to report the shutdown. */
  drainSeconds: number
  /** How often the timers run; tests shorten it. */
  sweepSeconds: number
  /** How long the events of one payment are collected before they are processed; tests do not wait. */
  webhookDebounceSeconds: number
  /** How long further changes of a company name are collected before all products are renewed once more. */
  renameSeconds: number
  /** What hashing a password costs: undefined for the cost of server/people/identity/passwords.ts; tests lower it. */
  hashCost: HashCost | undefined
}

/** Reads and checks the environment. Throws ConfigError naming every unknown or malformed setting. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = environment.safeParse(given)
  const problems = [
    ...unknownNames(given),
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}.`),
    ...incompleteGroups(given),
  ]
  if (parsed.data?.NODE_ENV === 'production' && parsed.data.SEED === 'demo')
    problems.push('SEED=demo makes accounts with a known password and is refused in production.')
  if (given.LEGAL_GSTIN !== undefined && given.LEGAL_NAME === undefined)
    problems.push('LEGAL_GSTIN needs LEGAL_NAME and LEGAL_ADDRESS, which the invoices of the shop show.')
  if (given.MIGRATE_DATABASE_URL !== undefined && given.DATABASE_URL === undefined)
    problems.push('MIGRATE_DATABASE_URL needs DATABASE_URL, the same database by the account of the shop.')
  if (given.DATABASE_READ_URL !== undefined && given.DATABASE_URL === undefined)
    problems.push('DATABASE_READ_URL needs DATABASE_URL, the primary that it is a replica of.')
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems.join('\n'))
  const values = parsed.data
  const production = values.NODE_ENV === 'production'
  return {
    ...readAddresses(values),
    complaints: readComplaints(values),
    ...readFigures(values),
    ...readLinks(values),
    ...readProviders(values),
    ...readMonitoring(values),
    production,
    seed: values.SEED ?? (production ? 'none' : 'demo'),
    rehearsal: production && values.REHEARSAL === 'true',
    appSecret: values.APP_SECRET,
    olderAppSecrets: values.APP_SECRET_OLD,
    secondFactorRequired:
      (values.ADMIN_SECOND_FACTOR ?? (production ? 'required' : 'optional')) === 'required',
    trustProxy: values.TRUST_PROXY === 'true',
    pictureDecoder: values.PICTURE_DECODER,
    backupKey: values.BACKUP_PUBLIC_KEY,
    role: values.SHOP_ROLE,
    // With two processors, requests and the database keep both busy.
    ownWorker:
      values.WORKER_PROCESS === 'own' || (values.WORKER_PROCESS === 'auto' && availableParallelism() > 2),
    maxInFlight: values.MAX_IN_FLIGHT,
    maxBurst: values.MAX_BURST,
    sellerDebtAlert: values.SELLER_DEBT_ALERT,
    weightDisputeDays: values.WEIGHT_DISPUTE_DAYS,
    weightVolumeDivisor: values.WEIGHT_VOLUME_DIVISOR,
    callLimits: [
      { max: values.CALLS_PER_MINUTE, seconds: 60 },
      { max: values.CALLS_PER_DAY, seconds: 86_400 },
    ],
    sellerApproval: values.SELLER_APPROVAL ?? (production ? 'documents' : 'automatic'),
    payoutHoldHours: values.PAYOUT_HOLD_HOURS,
    reviewInvitationDays: values.REVIEW_INVITATION_DAYS,
    declarationsFrom: values.DECLARATIONS_FROM,
    declaredLimits: true,
    databasePool: values.DATABASE_POOL,
    drainSeconds: values.DRAIN_SECONDS,
    sweepSeconds: 60,
    webhookDebounceSeconds: 2,
    renameSeconds: 60,
    hashCost: undefined,
  }
}

function unknownNames(given: Record<string, unknown>): string[] {
  return Object.keys(given)
    .filter((name) => ourNames.test(name) && !(name in environment.shape))
    .map((name) => `${name} is not a setting of this shop.`)
}

function incompleteGroups(given: Record<string, unknown>): string[] {
  return groups.flatMap((group) => {
    const missing = group.filter((name) => given[name] === undefined)
    return missing.length > 0 && missing.length < group.length
      ? [`${missing.join(', ')} missing: ${group.join(', ')} go together.`]
      : []
  })
}

/** The values of the configuration that must never be readable in a log. The shop's own key is one of them. */
export function secretValues(config: Config): string[] {
  const { payment, courier, s3, traces, appSecret: key, olderAppSecrets } = config
  const passwords = [
    config.databaseUrl,
    config.databaseReadUrl,
    config.migrateDatabaseUrl,
    config.smtpUrl,
  ].map((address) => address && decodeURIComponent(new URL(address).password))
  return [
    ...passwords,
    payment?.keySecret,
    payment?.webhookSecret,
    payment?.olderWebhookSecret,
    courier?.password,
    courier?.webhookToken,
    courier?.olderWebhookToken,
    s3?.secretAccessKey,
    key,
    ...olderAppSecrets,
    ...Object.values(traces?.headers ?? {}),
  ].flatMap((value) => value || [])
}
