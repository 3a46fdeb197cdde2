/**
 * Runs in which a safeguard of the shop is taken out. The harness has to report a fault in each of them: one that it cannot
 * see, it would not see in the other runs either.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '../../sandbox/random.ts'
import { comeToRest, findBroken } from './check.ts'
import { type Cluster, startCluster } from './cluster.ts'
import type { Safeguard } from './node.ts'
import { startTraffic } from './traffic.ts'
import { peopleWorld, type World } from './world.ts'

interface TakenOut {
  /** Taken out of the statements and timers of the nodes. */
  node?: Safeguard
  /** Taken out of the database of this run. */
  database?: string
  /** What people do; by default whatever settles money. */
  flows?: string[]
  /** What happens meanwhile; by default people buy for some seconds. Answers faults that show before the end. */
  during?: (cluster: Cluster, world: World) => Promise<string[]>
}

const noUniqueKeys = `
  drop index payment_one_for_checkout;
  alter table orders drop constraint orders_checkout_id_line_no_key;`

export const safeguards: Record<string, TakenOut> = {
  // Transactions take longer than they do, so that some meet; with the locks that changes nothing.
  'row locks': {
    node: 'row locks',
    database: `
      create function take_time() returns trigger language plpgsql as $$ begin perform pg_sleep(0.1); return new; end $$;
      create trigger take_time before update on product for each row execute function take_time()`,
    flows: ['at the last moment', 'abandon', 'rush', 'cancel'],
    during: () => sleep(15_000).then(() => []),
  },
  'row locks and unique keys': { node: 'row locks', database: noUniqueKeys },
  'deduplication of webhooks': {
    database: `
      create function forget_event() returns trigger language plpgsql as
        $$ begin new.event_id := new.event_id || gen_random_uuid(); return new; end $$;
      create trigger forget_event before insert on webhook_event for each row execute function forget_event()`,
    during: async (cluster) => {
      await cluster.kit('/sandbox/payments/webhooks', { mode: 'duplicate' })
      await sleep(6_000)
      return []
    },
  },
  'end of holds': {
    flows: ['abandon', 'purchase'],
    database: `
      create function keep_open() returns trigger language plpgsql as
        $$ begin if new.state = 'expired' then new.state := 'open'; end if; return new; end $$;
      create trigger keep_open before update on checkout for each row execute function keep_open()`,
  },
  sweeps: {
    node: 'sweeps',
    during: async (cluster) => {
      await cluster.kit('/sandbox/payments/webhooks', { mode: 'off' })
      await sleep(6_000)
      return []
    },
  },
  'time limits': { node: 'time limits', during: freezeForLong },
}

/**
 * A node freezes while it has locked a product, and nobody ends its transaction: the time limits of PostgreSQL have to. Without
 * them nobody can buy this product any more.
 */
export async function freezeForLong(cluster: Cluster, world: World): Promise<string[]> {
  const [node] = cluster.nodes
  node.arm({ points: ['GET /private/order/payment/{n}: after update product'], act: 'stop' })
  for (let tries = 0; tries < 1_000 && !node.isFrozen(); tries += 1) await sleep(10)
  if (!node.isFrozen()) return ['the node did not freeze']
  // 15 seconds is the limit of a transaction that does nothing; then those who waited go on.
  await sleep(25_000)
  const before = world.acknowledged.orders.size
  for (let tries = 0; tries < 100 && world.acknowledged.orders.size === before; tries += 1) await sleep(100)
  const sells = world.acknowledged.orders.size > before
  node.thaw()
  return sells ? [] : ['nobody could buy for 10 s, long after a node froze']
}

/** Answers what the harness reports while this safeguard is out. `off` false runs the same with the safeguard in place. */
export async function runWithout(name: string, seed: number, off = true): Promise<string[]> {
  const { node, database, during, flows } = safeguards[name] ?? {}
  const cluster = await startCluster({ seed, without: off ? node : undefined })
  try {
    const world = await peopleWorld(cluster, { seed, buyers: 8, products: 1 })
    // What only slows transactions down is in both runs.
    if (database && (off || name === 'row locks')) await cluster.db.execute(database)
    const random = seededRandom(seed)
    const traffic = startTraffic(world, flows ?? ['purchase', 'rush', 'two tabs', 'cancel'])
    const early = during ? await during(cluster, world) : await sleep(6_000 + random() * 2_000).then(() => [])
    await traffic.stop()
    const left = await comeToRest(world, 30)
    return [...early, ...left.map((what) => `under way for ever: ${what}`), ...(await findBroken(world))]
  } finally {
    await cluster.stop()
  }
}
