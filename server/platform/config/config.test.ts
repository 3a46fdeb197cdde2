/** api-rules §5: settings are checked at start; unknown or malformed ones name themselves. */
import { describe, expect, test } from 'vitest'
import { adviseOn } from '../../process/config-advice.ts'
import { ConfigError, readConfig } from './config.ts'

const problems = (env: Record<string, string>): string[] => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n')
  }
}

describe('settings', () => {
  test('older keys are a list, each with a minimum length; MIGRATE_DATABASE_URL and DATABASE_READ_URL need DATABASE_URL', () => {
    const [a, b] = ['a'.repeat(32), 'b'.repeat(32)]
    expect(readConfig({ APP_SECRET_OLD: `${a}, ${b}` }).olderAppSecrets).toEqual([a, b])
    expect(readConfig({}).olderAppSecrets).toEqual([])
    expect(problems({ APP_SECRET_OLD: `${a},short` }).join()).toMatch(/^APP_SECRET_OLD.*32 characters/)
    expect(problems({ APP_SECRET_OLDER: a })).toEqual(['APP_SECRET_OLDER is not a setting of this shop.'])
    for (const name of ['MIGRATE_DATABASE_URL', 'DATABASE_READ_URL'])
      expect(problems({ [name]: 'postgres://owner@db/shop' }).join()).toContain('needs DATABASE_URL')
  })

  test('SHOP_ROLE says what a process does', () => {
    expect(readConfig({ SHOP_ROLE: 'worker' }).role).toBe('worker')
    expect(problems({ SHOP_ROLE: 'jobs' })).toEqual(['SHOP_ROLE must be all, web or worker.'])
    expect(problems({ SHOP_ROLES: 'web' })).toEqual(['SHOP_ROLES is not a setting of this shop.'])
  })

  test('all are optional, with the stated defaults', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://127.0.0.1:3000',
      brandName: 'Hariyali',
      supportEmail: 'support@hariyali.test',
      companyEmailDomain: 'hariyaali.test',
      seed: 'demo',
      role: 'all',
      payment: undefined,
      courier: undefined,
      smtpUrl: undefined,
      // Only tests lower the cost of password hashes.
      hashCost: undefined,
    })
    expect(readConfig({ HOST: '0.0.0.0', PORT: '8080' }).publicUrl).toBe('http://127.0.0.1:8080')
    expect(readConfig({ PUBLIC_URL: 'https://shop.example/' }).publicUrl).toBe('https://shop.example')
  })

  test('each malformed value is reported in a line of its own', () => {
    expect(problems({ PORT: 'abc', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://x/y' })).toEqual([
      'PORT must be a number from 0 to 65535.',
      'DATABASE_URL must be an address such as postgres://user:password@host:5432/name.',
      'LOG_LEVEL must be trace, debug, info, warn, error, fatal or silent.',
    ])
    expect(problems({ COMPANY_EMAIL_DOMAIN: 'careers@shop.example' })).toEqual([
      'COMPANY_EMAIL_DOMAIN must be a domain such as shop.example.',
    ])
    expect(problems({ PORT: '65536' })).toEqual(['PORT must be a number from 0 to 65535.'])
  })

  test('the links that lead out of the shop are https addresses; those of the specification are missed while unset', () => {
    expect(readConfig({}).outsideLinks).toEqual({})
    const links = {
      BULK_FORM_URL: 'https://forms.example/bulk',
      AFFILIATE_FORM_URL: 'https://forms.example/affiliates',
      FACEBOOK_URL: 'https://www.facebook.com/shop',
      INSTAGRAM_URL: 'https://www.instagram.com/shop',
      LINKEDIN_URL: 'https://www.linkedin.com/company/shop',
    }
    const advice = (env: Record<string, string>) =>
      adviseOn(readConfig(env)).filter((line) => /_URL.*footer/.test(line))
    expect(advice(links)).toEqual([])
    expect(advice({})).toEqual([
      `${Object.keys(links).join(', ')} are not set: the footer shows their links greyed out, and pressing does nothing.`,
    ])
    expect(advice({ ...links, LINKEDIN_URL: '' })).toEqual([
      'LINKEDIN_URL is not set: the footer shows its link greyed out, and pressing does nothing.',
    ])
    expect(readConfig({ ...links, YOUTUBE_URL: 'https://www.youtube.com/@shop' }).outsideLinks).toEqual({
      bulkForm: links.BULK_FORM_URL,
      affiliateForm: links.AFFILIATE_FORM_URL,
      facebook: links.FACEBOOK_URL,
      instagram: links.INSTAGRAM_URL,
      linkedin: links.LINKEDIN_URL,
      youtube: 'https://www.youtube.com/@shop',
    })
    for (const address of ['http://forms.example/bulk', 'javascript:alert(1)', 'forms.example'])
      expect(problems({ BULK_FORM_URL: address })).toEqual([
        'BULK_FORM_URL must be an address such as https://forms.example/bulk.',
      ])
    expect(problems({ INSTAGRAM_LINK: links.INSTAGRAM_URL })).toEqual([
      'INSTAGRAM_LINK is not a setting of this shop.',
    ])
  })

  test('the public address is written as browsers send it in Origin, and has nothing behind the host', () => {
    for (const address of ['https://Shop.Example', 'https://shop.example:443/', 'https://shop.example//'])
      expect(readConfig({ PUBLIC_URL: address }).publicUrl).toBe('https://shop.example')
    expect(readConfig({ PUBLIC_URL: 'http://localhost:8080/' }).publicUrl).toBe('http://localhost:8080')
    for (const address of [
      'https://shop.example/shop',
      'https://shop.example?a',
      'https://shop.example#a',
      'https://me@shop.example',
    ])
      expect(problems({ PUBLIC_URL: address })).toEqual([
        'PUBLIC_URL must be an address without a path such as https://shop.example.',
      ])
    expect(problems({ PUBLIC_URL: 'shop.example' })).toEqual([
      'PUBLIC_URL must be an address such as https://shop.example.',
    ])
  })

  test('a password in an address that cannot be decoded is reported, and not shown', () => {
    for (const name of ['DATABASE_URL', 'SMTP_URL'])
      expect(
        problems({ [name]: `${name === 'SMTP_URL' ? 'smtp' : 'postgres'}://user:100%25-sure%@host:5/name` }),
      ).toEqual([`${name} has a % in its user or password that must be written as %25.`])
    expect(readConfig({ DATABASE_URL: 'postgres://user:100%25@host/name' }).databaseUrl).toContain('%25')
  })

  test('an unknown setting of the shop is reported, variables of other programs are ignored', () => {
    expect(problems({ RAZORPAY_KEY: 'x', S3_BUKET: 'y', PATH: '/bin', npm_config_cache: 'z' })).toEqual([
      'RAZORPAY_KEY is not a setting of this shop.',
      'S3_BUKET is not a setting of this shop.',
    ])
  })

  test('the settings of one provider are set together or not at all', () => {
    expect(problems({ RAZORPAY_KEY_ID: 'rzp_test_ABCDEFGHIJKLMN' })).toEqual([
      'RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET missing: RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET go together.',
    ])
    expect(problems({ LEGAL_NAME: 'Example Retail' })).toEqual([
      'LEGAL_ADDRESS, LEGAL_GRIEVANCE_OFFICER missing: LEGAL_NAME, LEGAL_ADDRESS, LEGAL_GRIEVANCE_OFFICER go together.',
    ])
    const keys = {
      RAZORPAY_KEY_ID: 'rzp_live_ABCDEFGHIJKLMN',
      RAZORPAY_KEY_SECRET: 's',
      RAZORPAY_WEBHOOK_SECRET: 'w',
    }
    expect(problems({ SHIPROCKET_EMAIL: 'api@shop.example' })).toEqual([
      'SHIPROCKET_PASSWORD, SHIPROCKET_WEBHOOK_TOKEN missing: SHIPROCKET_EMAIL, SHIPROCKET_PASSWORD, SHIPROCKET_WEBHOOK_TOKEN go together.',
    ])
    const courier = {
      SHIPROCKET_EMAIL: 'api@shop.example',
      SHIPROCKET_PASSWORD: 'p',
      SHIPROCKET_WEBHOOK_TOKEN: 't',
    }
    expect(readConfig(courier).courier).toEqual({
      apiUrl: 'https://apiv2.shiprocket.in/v1/external',
      email: 'api@shop.example',
      password: 'p',
      webhookToken: 't',
      trackingUrl: 'https://shiprocket.co/tracking/',
    })
    expect(readConfig(keys).payment).toMatchObject({
      apiUrl: 'https://api.razorpay.com/v1',
      keyId: 'rzp_live_ABCDEFGHIJKLMN',
    })
  })

  test('only production can be a rehearsal; the settings tell which providers are not real, a test key included', () => {
    const keys = { RAZORPAY_KEY_SECRET: 's', RAZORPAY_WEBHOOK_SECRET: 'w' }
    expect(problems({ REHEARSAL: 'yes' })).toEqual(['REHEARSAL must be true or false.'])
    expect(readConfig({ REHEARSAL: 'true' }).rehearsal).toBe(false)
    expect(readConfig({ NODE_ENV: 'production' })).toMatchObject({
      rehearsal: false,
      standIns: ['payments', 'parcels', 'e-mails'],
    })
    const rehearsal = { NODE_ENV: 'production', REHEARSAL: 'true', SMTP_URL: 'smtp://127.0.0.1:25', ...keys }
    expect(readConfig({ ...rehearsal, RAZORPAY_KEY_ID: 'rzp_test_ABCDEFGHIJKLMN' })).toMatchObject({
      rehearsal: true,
      standIns: ['payments', 'parcels'],
    })
    expect(readConfig({ ...rehearsal, RAZORPAY_KEY_ID: 'rzp_live_ABCDEFGHIJKLMN' }).standIns).toEqual([
      'parcels',
    ])
    expect(problems({ ...rehearsal, SEED: 'demo', RAZORPAY_KEY_ID: 'rzp_live_ABCDEFGHIJKLMN' })).toHaveLength(
      1,
    )
  })

  test('SEED=demo is refused in production, where none is the default', () => {
    expect(problems({ NODE_ENV: 'production', SEED: 'demo' })).toHaveLength(1)
    expect(readConfig({ NODE_ENV: 'production' }).seed).toBe('none')
    expect(readConfig({ NODE_ENV: 'production' }).sellerApproval).toBe('documents')
    expect(readConfig({}).sellerApproval).toBe('automatic')
    expect(problems({ SELLER_APPROVAL: 'nobody' })).toHaveLength(1)
  })
})
