/**
 * Safeguards of the checkout, each with SQL that takes it out of a test's database. A model test that does not find a fault with
 * one of them off proves nothing with all of them on. docs/reliability.md says what each protects from.
 */
import type { Db } from '../../server/platform/db/client.ts'
import type { ModelCommand } from './command.ts'
import { askReturn, courierSays, moveReturn } from './commands/orders.ts'
import { payAndVerify, payFails, payLate } from './commands/paying.ts'
import { setStock } from './commands/selling.ts'
import {
  askWithoutEnd,
  editQuantity,
  renewHold,
  startPayment,
  startPaymentTwice,
} from './commands/shopping.ts'
import { minutesPass, timersRun } from './commands/time.ts'

export interface Switch {
  /** What goes wrong without it. */
  name: string
  /** The rule of which the comparison then says that it is broken. */
  rule: string
  /** A short sequence in which it goes wrong. */
  sequence: ModelCommand[]
  /** Takes the safeguard out. */
  off: string
  /** The triggers that do it, by table. */
  triggers: [table: string, trigger: string][]
  /** Puts back what is more than a trigger. */
  on?: string
}

const ask = (where: 0 | 1) => startPayment.of({ who: 0, where, what: 3 })
const paid = (which: number) => payAndVerify.of({ which })
/** An order is delivered, and its pieces come back for an exchange. */
const exchanged = [
  ask(0),
  paid(0),
  courierSays.of({ which: 0, word: 'delivered' }),
  askReturn.of({ which: 0, units: 1, reason: 'damaged', wanted: 'exchange' }),
  moveReturn.of({ which: 0, move: 'accept', restock: false }),
  moveReturn.of({ which: 0, move: 'receive', restock: false }),
]
const twice = 'the same goods were bought and charged twice'

const trigger = (
  name: string,
  when: string,
  table: string,
  body: string,
): Pick<Switch, 'off' | 'triggers'> => ({
  off: `create function model_${name}() returns trigger language plpgsql as $$ begin ${body} return new; end $$;
    create trigger zz_model_${name} ${when} on ${table} for each row execute function model_${name}()`,
  triggers: [[table, `zz_model_${name}`]],
})

/** Attempts of which this is true are not compared with the one that is bought now: their number says that they came later. */
const forgetOthers = (name: string, others: string) =>
  trigger(
    name,
    'after update of state',
    'checkout',
    `if new.state = 'completed' and old.state <> 'completed' then
      update checkout set opened_seq = 9000000000000000 where customer_id = new.customer_id and id <> new.id and ${others};
    end if;`,
  )

export const switches: readonly Switch[] = [
  {
    name: 'an earlier attempt that was replaced is paid after a later one',
    rule: twice,
    sequence: [ask(0), ask(1), ask(0), paid(0), paid(2)],
    ...forgetOthers('replaced', "state = 'replaced' and opened_seq < new.opened_seq"),
  },
  {
    name: 'an attempt whose hold has ended is paid after the goods were bought again',
    rule: twice,
    sequence: [
      ask(0),
      payFails.of({ which: 0 }),
      minutesPass.of({ minutes: 16 }),
      ask(0),
      paid(0),
      payLate.of({ which: 0 }),
      timersRun.of({}),
    ],
    ...forgetOthers('expired', "state = 'expired'"),
  },
  {
    name: 'a later attempt is paid after the one that it had replaced',
    rule: twice,
    sequence: [ask(0), ask(1), paid(1), paid(0)],
    ...forgetOthers('later', "state = 'replaced' and opened_seq > new.opened_seq"),
  },
  {
    name: 'the provider answers after the attempt was replaced, and nobody checks it',
    rule: 'captured money without an order and without a refund',
    sequence: [
      ask(0),
      ...Array.from({ length: 3 }, (_, i) => [
        editQuantity.of({ who: 0, what: 3, units: 2 + i }),
        startPaymentTwice.of({ who: 0, first: 1, second: 0 }),
      ]).flat(),
    ],
    ...trigger(
      'unchecked',
      'before update',
      'checkout',
      `if old.provider_order_id is null and new.provider_order_id is not null and new.state in ('expired', 'replaced') then
        new.next_check_at := null;
      end if;`,
    ),
    on: "update checkout set next_check_at = now() where state in ('open', 'expired', 'replaced'); alter table checkout add constraint checkout_has_next_look check (state in ('completed', 'refunded', 'abandoned') or next_check_at is not null or (provider_order_id is null and state <> 'open'))",
  },
  {
    name: 'a hold that is renewed counts from the beginning again',
    rule: 'a buyer kept goods from others for more than 30 minutes in an hour',
    sequence: [ask(0), ...Array.from({ length: 3 }, () => renewHold.of({ who: 0, where: 0 }))],
    ...trigger(
      'renewed',
      'before update of hold_expires_at',
      'checkout',
      'if new.hold_expires_at > old.hold_expires_at then new.created_at := now(); end if;',
    ),
  },
  {
    name: 'attempts that were replaced do not count for the limits',
    rule: 'a buyer got 11 orders of the provider in a minute',
    sequence: [ask(0), askWithoutEnd.of({ who: 0 })],
    ...trigger(
      'uncounted',
      'before update of state',
      'checkout',
      "if new.state = 'replaced' then new.created_at := new.created_at - interval '3 hours'; end if;",
    ),
  },
  {
    name: 'pieces that the seller has withdrawn during a hold go back on sale',
    rule: 'pieces of a product appeared or were lost',
    sequence: [ask(0), setStock.of({ what: 3, units: 0 }), minutesPass.of({ minutes: 16 })],
    ...trigger('withheld', 'before update', 'product', 'new.withheld_units := 0;'),
  },
  {
    name: 'the pieces of a replacement are not taken from the stock',
    rule: 'pieces of a product appeared or were lost',
    sequence: exchanged,
    ...trigger(
      'untaken',
      'after insert',
      'replacement',
      `update product set units = units + new.units where id = (
        select o.product_id from return_request r join orders o on o.id = r.order_id where r.id = new.request_id);`,
    ),
  },
  {
    name: 'the pieces of a replacement that is not sent do not come back to the stock',
    rule: 'pieces of a product appeared or were lost',
    sequence: [...exchanged, moveReturn.of({ which: 0, move: 'refund', restock: false })],
    ...trigger(
      'kept',
      'after update of ended_at',
      'replacement',
      `if new.stock_returned_at is not null and old.stock_returned_at is null then
        update product set units = units - new.units where id = (
          select o.product_id from return_request r join orders o on o.id = r.order_id where r.id = new.request_id);
      end if;`,
    ),
  },
]

/** Takes the safeguard out for as long as `work` runs. */
export async function switchedOff<T>(
  db: Db,
  { off, on, triggers }: Switch,
  work: () => Promise<T>,
): Promise<T> {
  if (on) await db.execute('alter table checkout drop constraint checkout_has_next_look')
  await db.execute(off)
  try {
    return await work()
  } finally {
    for (const [table, name] of triggers) {
      await db.execute(`drop trigger ${name} on ${table}`)
      await db.execute(`drop function ${name.replace('zz_', '')}()`)
    }
    if (on) await db.execute(on)
  }
}
