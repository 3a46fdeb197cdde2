/** Settings of where the shop listens, keeps its data and is reached, and of the names and addresses that people read. */
import path from 'node:path'
import { z } from 'zod'
import { gstCheckCharacter, gstPattern, stateOfGstin } from '../../../contract/gstin.ts'
import { email, host, origin, port, text, url } from './formats.ts'

const database = url(/^postgres(ql)?$/, 'postgres://user:password@host:5432/name')

export const addressSettings = {
  PORT: port.default(3000),
  HOST: host.default('127.0.0.1'),
  DATA_DIR: z.string().min(1, 'must be a folder').default('./.data'),
  DATABASE_URL: database.optional(),
  DATABASE_READ_URL: database.optional(),
  MIGRATE_DATABASE_URL: database.optional(),
  PUBLIC_URL: origin('https://shop.example').optional(),
  BRAND_NAME: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(60, 'must have at most 60 characters')
    .default('Hariyali'),
  SUPPORT_EMAIL: email.default('support@hariyali.test'),
  // About and Careers show addresses at a domain that is spelt differently (specification §2, api-rules §6).
  COMPANY_EMAIL_DOMAIN: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'must be a domain such as shop.example')
    .toLowerCase()
    .default('hariyaali.test'),
  // The business that a buyer deals with (Consumer Protection (E-Commerce) Rules, 2020).
  LEGAL_NAME: text(200).optional(),
  LEGAL_ADDRESS: text(500).optional(),
  LEGAL_GRIEVANCE_OFFICER: text(200).optional(),
  // Its GST number, for the invoices of its own charges, and the first month that the shop invoices itself.
  LEGAL_GSTIN: z
    .string()
    .regex(gstPattern, 'must be a GST number of 15 characters')
    .refine((gst) => gstCheckCharacter(gst) === gst.charAt(14), 'has a wrong last character')
    .refine((gst) => stateOfGstin(gst) !== undefined, 'must begin with the code of a state')
    .optional(),
  LEGAL_INVOICES_FROM: z
    .string()
    .regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-11')
    .optional(),
}

type AddressValues = z.output<z.ZodObject<typeof addressSettings>>

/** These settings are set together or not at all. */
export const legalGroup = ['LEGAL_NAME', 'LEGAL_ADDRESS', 'LEGAL_GRIEVANCE_OFFICER'] as const

export interface AddressConfig {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  /** One replica of it, for public reads. */
  databaseReadUrl: string | undefined
  /** The same database through the account that owns its tables, where the shop's own account may not change them. */
  migrateDatabaseUrl: string | undefined
  /** Where people reach the shop, without a slash at the end. */
  publicUrl: string
  brandName: string
  supportEmail: string
  /** The domain of careers@ and hello@ on the pages About and Careers. */
  companyEmailDomain: string
  /** The business behind the shop, as Terms and Conditions name it. */
  legal: { name: string; address: string; grievanceOfficer: string } | undefined
  /** The supplier on the invoices of the shop's own charges; undefined where no such invoices are made. */
  taxIdentity: TaxIdentity | undefined
}

export interface TaxIdentity {
  name: string
  address: string
  gstin: string
  /** The first month that is invoiced, as YYYY-MM. */
  from: string | undefined
}

/** For development and tests: nobody can take it for a real business. */
const demoIdentity: TaxIdentity = {
  name: 'Demo Shop, no real business',
  address: '1 Demo Street, Bengaluru, Karnataka - 560001',
  gstin: '29AAAAA0000A1ZY',
  from: undefined,
}

export function readAddresses(values: AddressValues & { NODE_ENV: string }): AddressConfig {
  const { LEGAL_NAME: name, LEGAL_ADDRESS: address, LEGAL_GRIEVANCE_OFFICER: grievanceOfficer } = values
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: path.resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
    migrateDatabaseUrl: values.MIGRATE_DATABASE_URL,
    publicUrl: values.PUBLIC_URL ?? localUrl(values.HOST, values.PORT),
    brandName: values.BRAND_NAME,
    supportEmail: values.SUPPORT_EMAIL,
    companyEmailDomain: values.COMPANY_EMAIL_DOMAIN,
    taxIdentity: identityOf(values),
    legal: name && address && grievanceOfficer ? { name, address, grievanceOfficer } : undefined,
  }
}

function identityOf(values: AddressValues & { NODE_ENV: string }): TaxIdentity | undefined {
  const { LEGAL_NAME: name, LEGAL_ADDRESS: address, LEGAL_GSTIN: gstin, LEGAL_INVOICES_FROM: from } = values
  if (name && address && gstin) return { name, address, gstin, from }
  return values.NODE_ENV === 'production' ? undefined : demoIdentity
}

/** How this machine reaches a listener: one on all interfaces is reached on loopback. */
function localUrl(listenHost: string, listenPort: number): string {
  const reached = listenHost === '0.0.0.0' || listenHost === '::' ? '127.0.0.1' : listenHost
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${listenPort}`
}
