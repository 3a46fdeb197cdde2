/** Two nodes of the shop on one database in memory: the real use cases over a simulated database, queue, provider and mail. */
import type { JobName, JobPayloads, Jobs } from '../../server/platform/jobs/queue.ts'
import { deliverMail } from '../../server/platform/mail/queue-mail.ts'
import type { MailMessage } from '../../server/platform/mail/provider.ts'
import { processPaymentWebhook } from '../../server/buying/checkout/handle-payment-webhook.ts'
import { DatabaseUnavailable } from '../../server/platform/db/connection-errors.ts'
import type { Tx } from '../../server/platform/db/client.ts'
import { flagOrdersInDoubt } from '../../server/fulfilment/orders/flag-orders-in-doubt.ts'
import { ProviderRefused, ProviderUnavailable } from '../../server/platform/providers/payments/provider.ts'
import { sendRefund } from '../../server/money/payments/send-refund.ts'
import { Refusal } from '../../server/platform/refusal.ts'
import type { Shop } from '../../server/platform/shop.ts'
import type { Model } from './models.ts'
import { openNodeDatabase, type SimulatedTx } from './node-database.ts'
import { openPaymentProvider, ProviderBooks } from './payment-provider.ts'
import type { Random } from './random.ts'
import { type Safeguard, without } from './safeguards.ts'
import { Scheduler } from './scheduler.ts'
import { Store } from './store.ts'
import './statements/all.ts'

export const nodes = 2
/** A worker that has not ended its job after this time counts as gone. */
const leaseMs = 120_000

export class SimulatedShop {
  readonly random: Random
  readonly scheduler: Scheduler
  readonly store: Store
  readonly provider: ProviderBooks
  readonly nodes: Shop[]
  /** The jobs that delivered each mail, by its id. */
  readonly mailbox = new Map<string, Set<string>>()
  /** What must not happen at any time and has happened. */
  readonly broken: string[] = []
  /** How often, of a thousand statements, the connection is lost. */
  connectionLossPerMille = 0
  readonly safeguards: ReturnType<typeof without>
  private jobs = 0

  constructor(random: Random, safeguard: Safeguard | undefined, isTraced: boolean) {
    this.random = random
    this.safeguards = without(safeguard)
    const skew = [0, random.below(600_000) - 300_000]
    this.scheduler = new Scheduler(random, skew, isTraced)
    this.store = new Store(this.scheduler, {
      rowLocks: true,
      uniqueKeys: true,
      checks: true,
      ...this.safeguards.store,
    })
    this.provider = new ProviderBooks(this.scheduler)
    this.provider.knowsKeys = this.safeguards.refundKeys ?? true
    this.nodes = Array.from({ length: nodes }, (_, node) => this.openNode(node))
  }

  private openNode(node: number): Shop {
    const { store, scheduler } = this
    const db = openNodeDatabase(node, store, scheduler, {
      losesConnection: () => this.random.below(1_000) < this.connectionLossPerMille,
      deadlocks: (message) => this.broken.push(`deadlock: ${message}`),
      models: (this.safeguards.models ?? {}) as Record<string, Model>,
    })
    const log = {
      info: () => {},
      warn: () => {},
      error: ({ err }: { err?: unknown }, words: string) => {
        if (err) this.expect(err, words)
      },
    }
    return {
      config: {
        brandName: 'Hariyali',
        publicUrl: 'https://shop.test',
        sweepSeconds: 60,
        webhookDebounceSeconds: 0,
        rehearsal: false,
        standIns: [],
      },
      db,
      jobs: { send: (tx, name, payload) => this.sendJob(node, tx, name, payload) } satisfies Pick<
        Jobs,
        'send'
      >,
      payments: openPaymentProvider(node, this.provider, scheduler),
      mail: { send: (message: MailMessage) => this.receiveMail(node, message) },
      secrets: {
        keyedHash: () => Buffer.from('network'),
        seal: (_purpose: string, text: string) => text,
        unseal: (_purpose: string, text: string) => text,
      },
      log,
    } as unknown as Shop
  }

  /** Notes an error that is neither a refusal nor the silence of the database or the provider: a buyer would see a 500. */
  expect(error: unknown, where: string): void {
    const isExpected =
      error instanceof Refusal ||
      error instanceof ProviderUnavailable ||
      error instanceof DatabaseUnavailable ||
      // A refund that is refused is tried again; other refusals of the provider have to be understood.
      (error instanceof ProviderRefused && /refund/.test(where))
    if (!isExpected) this.broken.push(`unexpected error (${where}): ${String(error)}`)
  }

  private async sendJob<Name extends JobName>(
    node: number,
    tx: Tx,
    name: Name,
    payload: JobPayloads[Name],
  ): Promise<void> {
    // The courier is not part of the simulation.
    if (name === 'book-parcel') return
    await this.scheduler.park(node, `send the job ${name}`)
    const { inner } = tx as SimulatedTx
    inner.assertAlive()
    const id = `job-${(this.jobs += 1)}`
    const job = { id, name, payload, startAfter: inner.now, tries: 0 }
    if (this.safeguards.jobsInTransaction === false) tx.afterCommit(() => void this.keepJob(node, job))
    else await inner.insert('job', job)
  }

  /** What happens without the transaction: the job is written after the commit, if the process lives. */
  private async keepJob(
    node: number,
    job: { id: string } & Parameters<typeof this.addJob>[0],
  ): Promise<void> {
    await this.scheduler.park(node, 'write a job after the commit')
    this.addJob(job)
  }

  private addJob(job: {
    id: string
    name: string
    payload: unknown
    startAfter: number
    tries: number
  }): void {
    this.store.committed('job').set(job.id, job)
  }

  /** The job that is being worked on the running node, for the mailbox. */
  private readonly mailJobs = new Map<string, string>()

  private async receiveMail(node: number, { id }: MailMessage): Promise<void> {
    await this.scheduler.park(node, `send the mail ${id}`)
    const jobs = this.mailbox.get(id) ?? new Set()
    this.mailbox.set(id, jobs.add(this.mailJobs.get(`${node} ${id}`) ?? ''))
    await this.scheduler.park(node, `the mail ${id} is taken`)
    if (this.random.below(1_000) < this.provider.faultsPerMille)
      throw new Error('the mail server did not answer')
  }

  /** A request to a node; where that node crashes, nobody answers. */
  async request<T>(
    label: string,
    call: (shop: Shop) => Promise<T>,
    onAnswer: (answer: T) => void,
  ): Promise<void> {
    const { random, scheduler } = this
    const node = random.below(nodes)
    scheduler.note(`node ${node} is asked to ${label}`)
    const answer = async () => {
      const made = await call(this.nodes[node] as Shop)
      await scheduler.park(node, `answers: ${label}`)
      return made
    }
    await scheduler.spawn(node, answer, (made, error) => {
      scheduler.note(`node ${node} answers (${label}): ${error ? String(error) : 'done'}`)
      if (error) this.expect(error, label)
      else onAnswer(made as T)
    })
  }

  /** Has a node work one job that is due. Answers false where none is. */
  async workJob(node: number): Promise<boolean> {
    const { scheduler } = this
    const rows = this.store.committed('job')
    const due = [...rows.values()].filter((job) => job.startAfter <= scheduler.now)
    if (due.length === 0) return false
    const job = this.random.pick(due)
    const tries = job.tries + 1
    rows.set(job.id, { ...job, tries, startAfter: scheduler.now + leaseMs })
    await scheduler.spawn(
      node,
      () => this.handle(node, job),
      (_, error) => {
        scheduler.note(
          `node ${node}: ${job.name} ${job.id} ${error ? `failed: ${String(error)}` : 'is done'}`,
        )
        if (!error) {
          rows.delete(job.id)
          return
        }
        if (job.name !== 'send-mail') this.expect(error, job.name)
        const waitMs = Math.min(2_000 * 2 ** Math.min(tries, 9), 600_000)
        const kept = rows.get(job.id)
        if (kept) rows.set(job.id, { ...kept, startAfter: scheduler.now + waitMs })
      },
    )
    return true
  }

  private handle(node: number, job: { id: string; name: string; payload: unknown }): Promise<void> {
    const shop = this.nodes[node] as Shop
    switch (job.name) {
      case 'send-mail': {
        const { sealed } = job.payload as JobPayloads['send-mail']
        this.mailJobs.set(`${node} ${(JSON.parse(sealed) as { id: string }).id}`, job.id)
        return deliverMail(shop, sealed, () => Promise.reject(new Error('no mail here has a document')))
      }
      case 'refund-payment':
        return sendRefund(shop, (job.payload as JobPayloads['refund-payment']).refundId)
      case 'flag-orders-in-doubt':
        return flagOrdersInDoubt(shop, job.payload as JobPayloads['flag-orders-in-doubt'])
      case 'payment-webhook':
        return processPaymentWebhook(shop, job.payload as JobPayloads['payment-webhook'])
      default:
        return Promise.reject(new Error(`the simulation has no handler for ${job.name}`))
    }
  }

  /** The end of a node's process and its start: what it did is gone, and what it had not committed. */
  crash(node: number): void {
    const { scheduler, store } = this
    scheduler.note(`node ${node} crashes`)
    for (const tx of store.open)
      // A commit that was sent before may have arrived.
      if (tx.node === node && tx.isCommitting && this.random.chance(0.5)) store.commit(tx)
    store.rollbackAll(node)
    scheduler.crash(node)
  }
}
