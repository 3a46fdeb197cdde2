/** The parameter of use cases: the database, the queue and the outside providers, made once at start. */
import type { Logger } from 'pino'
import type { Config } from './config/config.ts'
import type { Db } from './db/client.ts'
import type { Jobs } from './jobs/queue.ts'
import type { MailProvider } from './mail/provider.ts'
import type { PictureStore } from './media/picture-store.ts'
import type { PaymentProvider } from './providers/payments/provider.ts'
import type { Secrets } from './secrets.ts'
import type { Courier } from './providers/courier/provider.ts'

export interface Shop {
  config: Config
  db: Db
  jobs: Jobs
  payments: PaymentProvider
  courier: Courier
  mail: MailProvider
  pictures: PictureStore
  secrets: Secrets
  log: Logger
}
