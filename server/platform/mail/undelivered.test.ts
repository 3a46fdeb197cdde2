/** Mail that the mail server refuses: how long it is retried and kept, and what the administrator is shown. */
// @module-tag nightly: Days of mail that is refused. deliver.test.ts proves that a mail is sent later, and once, each time.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { PgBoss } from 'pg-boss'
import pino from 'pino'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { eventually } from '../../../tests/setup/buying.ts'
import { addAdmin, type Admin } from '../../../tests/setup/people.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { endRateLimits } from '../../../tests/setup/clock.ts'
import { sql } from '../db/sql.ts'
import { startJobWorkers } from '../../process/job-handlers.ts'
import { openSecrets } from '../secrets.ts'
import { deleteSentMail } from './delete-sent-mail.ts'
import { MailRefused, openSmtp } from './provider.ts'
import { mailPurpose, type QueuedMail } from './queue-mail.ts'

const hours = 3_600
const days = 24 * hours

let shop: TestShop
let admin: Admin
let boss: PgBoss
const lines: string[] = []
beforeAll(async () => {
  shop = await startTestShop({ env: { LOG_LEVEL: 'info' } })
  const log = shop.running.shop.log as unknown as Record<symbol, { write(line: string): void }>
  log[pino.symbols.streamSym] = { write: (line) => void lines.push(line) }
  admin = await addAdmin(shop)
  boss = new PgBoss({
    db: { executeSql: (text, values) => shop.db.execute(text, values) },
    supervise: false,
    schedule: false,
  })
  await boss.start()
})
afterAll(async () => {
  await boss?.stop({ graceful: false })
  await shop?.stop()
})
afterEach(async () => {
  vi.useRealTimers()
  await shop.kit('/sandbox/mail/faults', { mode: 'normal', times: 1 })
})

const faults = (mode: string) => shop.kit('/sandbox/mail/faults', { mode, times: 1_000 })
const signupOf = (email: string) => ({
  firstName: 'Test',
  lastName: 'Buyer',
  email,
  mobile: '9000000000',
  password: 'a-good-password',
})
let people = 0
/** Signs up with a new address, which queues a mail, and returns the address. */
async function signUp(): Promise<string> {
  const email = `nobody-${(people += 1)}@buyers.hariyali.test`
  const { status } = await shop.client().post('/auth/customer/signup', signupOf(email))
  expect(status).toBe(200)
  return email
}
interface Job {
  id: string
  state: string
  retryCount: number
}
const newest = async () => {
  const [job] = await shop.db.query<Job>(sql`
    select id, state::text, retry_count as "retryCount" from pgboss.job
    where name = 'send-mail' order by created_on desc limit 1`)
  return job!
}
const listed = async (id: string) =>
  (await admin.get('/public/admin/unsent-mail')).body.find((mail: any) => mail.id === id)
/** Runs the queue's daily maintenance. */
async function runMaintenance(): Promise<void> {
  await shop.db.query(sql`update pgboss.queue set maintain_on = null, monitor_on = null`)
  await boss.supervise()
}
/** Makes the job older by some seconds. */
const setBack = (id: string, seconds: number) =>
  shop.db.query(sql`
    update pgboss.job set created_on = created_on - ${seconds} * interval '1 second',
      start_after = start_after - ${seconds} * interval '1 second', keep_until = keep_until - ${seconds} * interval '1 second',
      completed_on = completed_on - ${seconds} * interval '1 second' where id = ${id}`)

describe('with the workers stopped', () => {
  beforeAll(() => shop.running.shop.jobs.rest())
  afterAll(() => startJobWorkers(shop.running.shop))

  /** Fails a job until its queue gives up; returns the delays before the retries in seconds. */
  async function retryDelaysOf(name: string): Promise<number[]> {
    const delays: number[] = []
    for (;;) {
      const [job] = await boss.fetch(name)
      if (!job) throw new Error('no job is due')
      await boss.fail(name, job.id, { message: 'out of reach' })
      const [row] = await shop.db.query<{ state: string; wait: number }>(sql`
        select state::text, extract(epoch from start_after - now())::float8 as wait from pgboss.job where id = ${job.id}`)
      if (row?.state === 'failed') return delays
      delays.push(row!.wait)
      await shop.db.query(sql`update pgboss.job set start_after = now() where id = ${job.id}`)
    }
  }
  const sum = (all: readonly number[]) => all.reduce((a, b) => a + b, 0)

  test('mail is retried for two days, after seconds at first and every half an hour later', async () => {
    await signUp()
    const { id } = await newest()
    const delays = await retryDelaysOf('send-mail')
    expect(sum(delays)).toBeGreaterThan(48 * hours)
    expect(sum(delays)).toBeLessThan(60 * hours)
    expect(delays[0]).toBeLessThan(10)
    expect(Math.max(...delays)).toBeLessThanOrEqual(hours / 2)
    expect(await listed(id)).toMatchObject({ state: 'failed', error: 'out of reach' })
  })

  test('failed mail is listed for thirty days, also after a late manual retry, and is deleted then', async () => {
    await signUp()
    const { id } = await newest()
    await retryDelaysOf('send-mail')
    await setBack(id, 29 * days)
    await runMaintenance()
    expect(await listed(id)).toMatchObject({ state: 'failed' })
    await shop.db.query(sql`update pgboss.job set keep_until = now() - interval '1 day' where id = ${id}`)
    expect((await admin.post(`/public/admin/unsent-mail/${id}/retry`)).status).toBe(200)
    await runMaintenance()
    expect(await listed(id)).toMatchObject({ state: 'waiting' })
    await retryDelaysOf('send-mail')
    await setBack(id, 29 * days)
    await runMaintenance()
    expect(await listed(id)).toBeDefined()
    await setBack(id, 2 * days)
    await runMaintenance()
    expect(await listed(id)).toBeUndefined()
  })

  test('a refund is retried for more than a day', async () => {
    await boss.send('refund-payment', { refundId: 'none' })
    const delays = await retryDelaysOf('refund-payment')
    expect(sum(delays)).toBeGreaterThan(24 * hours)
    await shop.db.query(sql`delete from pgboss.job where name = 'refund-payment'`)
  })
})

test('sent mail is deleted after a week, failed mail is not', async () => {
  const email = await signUp()
  await shop.mail(email)
  const sent = await eventually(newest, ({ state }) => state === 'completed')
  await faults('refuse-550')
  await signUp()
  const refused = await eventually(newest, ({ state }) => state === 'failed')
  await setBack(sent.id, 8 * days)
  await setBack(refused.id, 8 * days)
  await deleteSentMail(shop.db)
  const left = await shop.db.query<{ id: string }>(sql`
    select id from pgboss.job where id = any(${[sent.id, refused.id]}::uuid[])`)
  expect(left).toEqual([{ id: refused.id }])
})

test('a mail with a permanent failure is not retried, and is listed with the reply of the server, without the address', async () => {
  await faults('refuse-550')
  const email = await signUp()
  const job = await eventually(newest, ({ state }) => state === 'failed')
  expect(job.retryCount).toBe(0)
  expect(await listed(job.id)).toMatchObject({
    to: email,
    state: 'failed',
    tries: 1,
    error: expect.stringContaining('550 No such mailbox'),
  })
  expect(lines.some((line) => line.includes('job failed for good'))).toBe(true)
  expect(lines.join('')).not.toContain(email)
})

/** The waiting mail becomes one whose code expired a minute ago. */
async function endCode(jobId: string): Promise<void> {
  const { secrets } = shop.running.shop
  const [job] = await shop.db.query<{ sealed: string }>(
    sql`select data ->> 'sealed' as sealed from pgboss.job where id = ${jobId}`,
  )
  const mail = JSON.parse(secrets.unseal(mailPurpose, job?.sealed ?? '')) as QueuedMail
  expect(Date.parse(mail.uselessAt ?? '')).toBeGreaterThan(Date.now())
  const ended = { ...mail, uselessAt: new Date(Date.now() - 60_000).toISOString() }
  await shop.db.query(sql`
    update pgboss.job set data = jsonb_build_object('sealed', ${secrets.seal(mailPurpose, JSON.stringify(ended))}::text)
    where id = ${jobId}`)
}

test('a code reaches its reader also where the clock of the worker is twenty minutes ahead', async () => {
  await endRateLimits(shop)
  await faults('refuse-451')
  const email = await signUp()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20 * 60_000 })
  await shop.kit('/sandbox/mail/faults', { mode: 'normal', times: 1 })
  expect((await shop.mail(email, 1))[0]?.subject).toContain('Verify your email')
})

test('a mail with an expired code is not sent late; another mail of the same time is', async () => {
  const known = await shop.customer('known')
  await endRateLimits(shop)
  await faults('refuse-451')
  // Two mails wait: a code, and the notice that there is an account already.
  const late = await signUp()
  const codeJob = await newest()
  expect((await shop.client().post('/auth/customer/signup', signupOf(known.email))).status).toBe(200)
  await endCode(codeJob.id)
  await shop.kit('/sandbox/mail/faults', { mode: 'normal', times: 1 })
  const mails = await shop.mail(known.email)
  expect(mails[0]?.subject).toContain('You already have an account')
  await eventually(
    () => shop.db.query<{ state: string }>(sql`select state::text from pgboss.job where id = ${codeJob.id}`),
    ([job]) => job?.state === 'completed',
  )
  expect((await shop.client().get(`/dev/mailbox.json?to=${late}`)).body).toEqual([])
  expect(lines.some((line) => line.includes('mail dropped: the code in it has expired'))).toBe(true)
})

test('a mail with an expired code is not sent by a manual retry either', async () => {
  await faults('refuse-550')
  await signUp()
  const { id } = await eventually(newest, ({ state }) => state === 'failed')
  await endCode(id)
  const { status, body } = await admin.post(`/public/admin/unsent-mail/${id}/retry`)
  expect([status, body.msg]).toEqual([
    409,
    'The code in this mail is no longer valid. Its reader has to ask for a new one.',
  ])
})

test('mail that no key decrypts is listed as unreadable beside the others; reading and retrying it are refused', async () => {
  await faults('refuse-550')
  const email = await signUp()
  const good = await eventually(newest, ({ state }) => state === 'failed')
  const stranger = openSecrets('another-shop-with-another-key-0123456789')
  const strange: string[] = []
  for (const sealed of [stranger.seal(mailPurpose, '{}'), 'no sealed text at all', null]) {
    const [row] = await shop.db.query<{ id: string }>(sql`
      insert into pgboss.job (name, data, state, completed_on, output)
      values ('send-mail', ${JSON.stringify({ sealed })}::jsonb, 'failed', now(), '{"message":"sealed"}'::jsonb) returning id`)
    strange.push(row!.id)
  }
  const words = expect.stringMatching(/^This mail cannot be opened: .*APP_SECRET_OLD/)
  const { status, body } = await admin.get('/public/admin/unsent-mail')
  expect(status).toBe(200)
  for (const id of strange) {
    expect(body).toContainEqual(
      expect.objectContaining({ id, to: null, subject: null, unreadable: words, state: 'failed' }),
    )
    const read = await admin.get(`/public/admin/unsent-mail/${id}`)
    const again = await admin.post(`/public/admin/unsent-mail/${id}/retry`)
    expect([read.status, again.status]).toEqual([409, 409])
    expect([read.body.msg, again.body.msg]).toEqual([words, words])
  }
  expect(body).toContainEqual(expect.objectContaining({ id: good.id, to: email, unreadable: null }))
})

describe('what counts as a permanent failure', () => {
  const message = { id: 'x', to: 'asha@buyers.hariyali.test', subject: 's', text: 't', html: 'h' }
  const saying = (code: number) =>
    Object.assign(new Error('5.7.1 <asha@buyers.hariyali.test> not here'), { responseCode: code })

  async function errorOf(options: SMTPServerOptions, user = ''): Promise<Error> {
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      logger: false,
      ...options,
    })
    server.on('error', () => {})
    const listener = server.listen(0, '127.0.0.1')
    await once(listener, 'listening')
    const { port } = listener.address() as AddressInfo
    const mail = openSmtp(`smtp://${user}127.0.0.1:${port}`, { name: 'Shop', address: 'shop@hariyali.test' })
    try {
      return await mail.send(message).then(
        () => new Error('sent'),
        (error: Error) => error,
      )
    } finally {
      mail.close()
      await new Promise<void>((resolve) => server.close(resolve))
    }
  }
  const isPermanent = async (options: SMTPServerOptions, user?: string) => {
    const error = await errorOf(options, user)
    expect(`${error.message} ${error.stack}`).not.toContain('asha@')
    expect(error.message).not.toBe('sent')
    return error instanceof MailRefused
  }

  test('a 5xx reply for the recipient or the message', async () => {
    expect(await isPermanent({ onRcptTo: (_to, _session, done) => done(saying(550)) })).toBe(true)
    expect(
      await isPermanent({
        onData: (stream, _session, done) => stream.on('end', () => done(saying(554))).resume(),
      }),
    ).toBe(true)
  })

  test('not a 4xx reply, and not a 5xx reply about the login or sender of the shop', async () => {
    expect(await isPermanent({ onRcptTo: (_to, _session, done) => done(saying(451)) })).toBe(false)
    expect(await isPermanent({ onMailFrom: (_from, _session, done) => done(saying(550)) })).toBe(false)
    expect(await isPermanent({ onRcptTo: (_to, _session, done) => done(saying(530)) })).toBe(false)
    const wrongPassword = {
      allowInsecureAuth: true,
      onAuth: (_a: unknown, _s: unknown, done: any) => done(saying(535)),
    }
    expect(await isPermanent(wrongPassword, 'shop:wrong@')).toBe(false)
    expect(await isPermanent({ onConnect: (_session, done) => done(saying(554)) })).toBe(false)
  })
})

// Last, because the second node processes jobs, too.
test('a start gives queues and waiting mail of an earlier version the present limits', async () => {
  await shop.running.shop.jobs.rest()
  await signUp()
  const { id } = await newest()
  const limitsNow = () =>
    shop.db.query(sql`
      select q.retry_limit, q.retry_delay_max, q.deletion_seconds, q.retention_seconds, j.retry_limit as own_limit,
        j.deletion_seconds as own_deletion, j.keep_until - j.start_after as kept
      from pgboss.queue q, pgboss.job j where q.name = 'send-mail' and j.id = ${id}`)
  const before = await limitsNow()
  await shop.db.query(sql`
    update pgboss.queue set retry_limit = 12, retry_delay_max = 60, deletion_seconds = 604800, retention_seconds = 1209600
    where name = 'send-mail'`)
  await shop.db.query(sql`
    update pgboss.job set retry_limit = 12, deletion_seconds = 604800, keep_until = start_after + interval '14 days'
    where id = ${id}`)
  expect(await limitsNow()).not.toEqual(before)
  await shop.secondNode()
  expect(await limitsNow()).toEqual(before)
})
