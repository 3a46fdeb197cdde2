/**
 * Safeguards of the checkout, each with SQL that takes it out of a test's database. A model test that does not find a fault with
 * one of them off proves nothing with all of them on. docs/reliability-model.md says what each protects from.
 */
import type { Db } from '../../server/db/client.ts'

export interface Switch {
  name: string
  /** Takes the safeguard out. */
  off: string
  /** The triggers that do it, by table. */
  triggers: [table: string, trigger: string][]
  /** Puts back what is more than a trigger. */
  on?: string
}

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
    ...forgetOthers('replaced', "state = 'replaced' and opened_seq < new.opened_seq"),
  },
  {
    name: 'an attempt whose hold has ended is paid after the goods were bought again',
    ...forgetOthers('expired', "state = 'expired'"),
  },
  {
    name: 'a later attempt is paid after the one that it had replaced',
    ...forgetOthers('later', "state = 'replaced' and opened_seq > new.opened_seq"),
  },
  {
    name: 'the provider answers after the attempt was replaced, and nobody checks it',
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
    ...trigger(
      'renewed',
      'before update of hold_expires_at',
      'checkout',
      'if new.hold_expires_at > old.hold_expires_at then new.created_at := now(); end if;',
    ),
  },
  {
    name: 'attempts that were replaced do not count for the limits',
    ...trigger(
      'uncounted',
      'before update of state',
      'checkout',
      "if new.state = 'replaced' then new.created_at := new.created_at - interval '3 hours'; end if;",
    ),
  },
  {
    name: 'pieces that the seller has withdrawn during a hold go back on sale',
    ...trigger('withheld', 'before update', 'product', 'new.withheld_units := 0;'),
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
