/** The ledger and the settlements of the large shop. Documents and sales are there already. */
import type { LargeSize, Steps } from './large-plan.ts'

/** What a seller gets of a sale, and what he gives back of it. */
const netOfSale =
  'o.gross_paise - o.commission_paise - o.shipping_paise - o.gst_on_fees_paise - o.tcs_paise - o.tds_paise'
const wayBackOfSeller =
  "case r.way_back_paid_by when 'seller' then r.way_back_paise + r.way_back_gst_paise else 0 end"
const netOfReversal = `-(r.gross_paise - r.commission_paise - r.gst_on_fees_paise - r.tcs_paise - r.tds_paise + ${wayBackOfSeller})`

const saleLines = `(1, 'buyer', null, o.gross_paise), (2, 'seller_payable', s.seller_id, -o.gross_paise),
  (3, 'seller_payable', s.seller_id, o.gross_paise - (${netOfSale})), (4, 'commission', null, -o.commission_paise),
  (5, 'shipping', null, -o.shipping_paise), (6, 'gst_on_fees', null, -o.gst_on_fees_paise), (7, 'tcs', null, -o.tcs_paise),
  (8, 'tds', null, -o.tds_paise)`
const reversalLines = `(1, 'seller_payable', s.seller_id, r.gross_paise), (2, 'buyer', null, -r.gross_paise),
  (3, 'seller_payable', s.seller_id, -(r.commission_paise + r.gst_on_fees_paise + r.tcs_paise + r.tds_paise)),
  (4, 'commission', null, r.commission_paise), (5, 'gst_on_fees', null, r.gst_on_fees_paise - r.way_back_gst_paise),
  (6, 'tcs', null, r.tcs_paise), (7, 'tds', null, r.tds_paise),
  (8, case when r.way_back_paid_by = 'seller' then 'seller_payable' else 'buyer' end, case when r.way_back_paid_by = 'seller' then s.seller_id end,
    r.way_back_paise + r.way_back_gst_paise),
  (9, 'shipping', null, -r.way_back_paise)`
const asLines = (lines: string) => `(values ${lines}) as l (line_no, account, seller_id, paise)`
const countOf = (lines: string) => `(select count(*) from ${asLines(lines)} where l.paise <> 0)`

export function ledgerSteps({ until }: LargeSize): Steps {
  const now = `timestamptz '${until.toISOString()}'`
  return [
    [
      'settlements',
      `
      insert into settlement_run (id, up_to, state, created_at, finished_at)
      select bench.id(bench.run_at(d.settled_on), 'run' || d.settled_on), d.settled_on, 'done', bench.run_at(d.settled_on),
        bench.run_at(d.settled_on) + interval '10 seconds'
      from (select distinct settled_on from bench.sold where settled_on is not null) as d order by 2;
      create unlogged table bench.settling as
      select s.seller_id, s.settled_on, count(*) as lines, sum(gross) as gross, sum(reversed) as reversed, sum(commission) as commission,
        sum(shipping) as shipping, sum(gst_on_fees) as gst_on_fees, sum(tcs) as tcs, sum(tds) as tds, sum(net)::bigint as net,
        null::bigint as before, null::bigint as payout
      from (
        select s.seller_id, s.settled_on, o.gross_paise as gross, 0 as reversed, o.commission_paise as commission, o.shipping_paise as shipping,
          o.gst_on_fees_paise as gst_on_fees, o.tcs_paise as tcs, o.tds_paise as tds, ${netOfSale} as net
        from bench.sold s join order_sale o on o.order_id = s.id
        union all
        select s.seller_id, s.settled_on, 0, r.gross_paise, -r.commission_paise,
          case r.way_back_paid_by when 'seller' then r.way_back_paise else 0 end,
          case r.way_back_paid_by when 'seller' then r.way_back_gst_paise else 0 end - r.gst_on_fees_paise, -r.tcs_paise, -r.tds_paise,
          ${netOfReversal}
        from bench.sold s join order_reversal r on r.order_id = s.id) as s
      where s.settled_on is not null group by s.seller_id, s.settled_on;
      do $$ declare
        one record; carried bigint; last uuid;
      begin
        for one in select ctid, seller_id, net from bench.settling order by seller_id, settled_on loop
          if one.seller_id is distinct from last then carried := 0; end if;
          last := one.seller_id;
          update bench.settling set before = carried, payout = case when carried + one.net >= 100 then carried + one.net else 0 end
          where ctid = one.ctid;
          carried := case when carried + one.net >= 100 then 0 else carried + one.net end;
        end loop;
      end $$;
      insert into settlement (id, run_id, seller_id, lines, gross_paise, reversed_paise, commission_paise, shipping_paise, gst_on_fees_paise,
        tcs_paise, tds_paise, compensation_paise, net_paise, carried_before_paise, payout_paise, carried_after_paise, created_at)
      select bench.id(bench.run_at(t.settled_on), 'settlement' || t.settled_on || t.seller_id), u.id, t.seller_id, t.lines, t.gross, t.reversed,
        t.commission, t.shipping, t.gst_on_fees, t.tcs, t.tds, 0, t.net, t.before, t.payout, t.before + t.net - t.payout, u.finished_at
      from bench.settling t join settlement_run u on u.up_to = t.settled_on order by t.settled_on, t.seller_id`,
    ],
    [
      'payouts',
      `
      insert into bank_file (id, run_id, payouts, paise, created_at)
      select bench.id(r.finished_at, 'file' || r.up_to), r.id, count(*), sum(t.payout_paise), r.finished_at + interval '5 hours'
      from settlement_run r join settlement t on t.run_id = r.id and t.payout_paise > 0
      where r.finished_at < ${now} - interval '1 day' group by r.id order by r.up_to;
      insert into payout (id, settlement_id, seller_id, paise, method, state, bank_file_id, utr, paid_at, created_at, updated_at)
      select bench.id(t.created_at, 'payout' || t.id), t.id, t.seller_id, t.payout_paise, 'bank', case when f.id is null then 'ready' else 'paid' end,
        f.id, case when f.id is not null then 'UTR' || row_number() over (order by t.id) end,
        case when f.id is not null then f.created_at + interval '6 hours' end, t.created_at, coalesce(f.created_at + interval '6 hours', t.created_at)
      from settlement t left join bank_file f on f.run_id = t.run_id where t.payout_paise > 0 order by t.id`,
    ],
    [
      'entries of the ledger',
      `
      insert into journal_entry (key, kind, payment_id, refund_id, order_id, posting_count, happened_at)
      select e.key, e.kind, e.payment_id, e.refund_id, e.order_id, e.postings, e.at from (
        select 'payment:' || id as key, 'payment-captured' as kind, id as payment_id, null::uuid as refund_id, null::uuid as order_id, 2 as postings,
          received_at as at from payment
        union all
        select 'refund:' || r.id || x.state, 'refund', r.payment_id, r.id, r.order_id, 2, x.at
        from refund r cross join lateral (values (':scheduled:-', r.created_at),
          (':processed:' || r.provider_refund_id, case when r.state = 'processed' then r.updated_at end)) as x (state, at) where x.at is not null
        union all
        select 'sale:' || s.id, 'sale', p.id, null, s.id, ${countOf(saleLines)}, s.handed_at
        from bench.sold s join order_sale o on o.order_id = s.id join payment p on p.checkout_id = s.checkout_id and p.outcome = 'order'
        union all
        select 'reversal:' || s.id || ':1', 'sale-reversed', p.id, null, s.id, ${countOf(reversalLines)}, r.created_at
        from bench.sold s join order_reversal r on r.order_id = s.id join payment p on p.checkout_id = s.checkout_id and p.outcome = 'order'
        union all
        select 'payout:' || id, 'payout', null, null, null, 2, paid_at from payout where state = 'paid') as e
      order by e.at;
      analyze journal_entry`,
    ],
    [
      'postings',
      `
      insert into posting (entry_id, line_no, account, amount_paise)
      select e.id, l.line_no, l.account, l.sign * p.amount_paise
      from journal_entry e join payment p on p.id = e.payment_id cross join (values (1, 'provider', 1), (2, 'buyer', -1)) as l (line_no, account, sign)
      where e.kind = 'payment-captured';
      insert into posting (entry_id, line_no, account, amount_paise)
      select e.id, l.line_no, l.account, l.sign * r.amount_paise
      from journal_entry e join refund r on r.id = e.refund_id
      cross join lateral (values (1, case when e.key like '%:-' then 'buyer' else 'refunds' end, 1),
        (2, case when e.key like '%:-' then 'refunds' else 'provider' end, -1)) as l (line_no, account, sign);
      insert into posting (entry_id, line_no, account, seller_id, amount_paise)
      select e.id, l.line_no, l.account, l.seller_id, l.paise
      from journal_entry e join bench.sold s on s.id = e.order_id join order_sale o on o.order_id = s.id cross join lateral ${asLines(saleLines)}
      where e.kind = 'sale' and l.paise <> 0;
      insert into posting (entry_id, line_no, account, seller_id, amount_paise)
      select e.id, l.line_no, l.account, l.seller_id, l.paise
      from journal_entry e join bench.sold s on s.id = e.order_id join order_reversal r on r.order_id = s.id
      cross join lateral ${asLines(reversalLines)}
      where e.kind = 'sale-reversed' and l.paise <> 0;
      insert into posting (entry_id, line_no, account, seller_id, amount_paise)
      select e.id, l.line_no, l.account, l.seller_id, l.paise
      from journal_entry e join payout p on p.id = split_part(e.key, ':', 2)::uuid
      cross join lateral (values (1, 'seller_payable', p.seller_id, p.paise), (2, 'bank', null, -p.paise)) as l (line_no, account, seller_id, paise)
      where e.kind = 'payout'`,
    ],
    [
      'lines of settlements',
      `
      create unlogged table bench.line as
      select e.id as entry_id, s.id as order_id, s.no as order_no, s.seller_id, s.settled_on, null::smallint as reversal_no, o.sold_at as at, o.units, o.gross_paise as gross,
        0::bigint as reversed, o.commission_paise as commission, o.shipping_paise as shipping, o.gst_on_fees_paise as gst_on_fees, o.tcs_paise as tcs,
        o.tds_paise as tds, ${netOfSale} as net
      from journal_entry e join bench.sold s on s.id = e.order_id join order_sale o on o.order_id = s.id where e.kind = 'sale'
      union all
      select e.id, s.id, s.no, s.seller_id, s.settled_on, 1, r.created_at, r.units, 0, r.gross_paise, -r.commission_paise,
        case r.way_back_paid_by when 'seller' then r.way_back_paise else 0 end,
        case r.way_back_paid_by when 'seller' then r.way_back_gst_paise else 0 end - r.gst_on_fees_paise, -r.tcs_paise, -r.tds_paise, ${netOfReversal}
      from journal_entry e join bench.sold s on s.id = e.order_id join order_reversal r on r.order_id = s.id where e.kind = 'sale-reversed';
      insert into settlement_line (entry_id, settlement_id, order_id, reversal_no, order_number, product_name, happened_at, units, gross_paise,
        reversed_paise, commission_paise, shipping_paise, gst_on_fees_paise, tcs_paise, tds_paise, compensation_paise, net_paise)
      select l.entry_id, t.id, o.id, l.reversal_no, o.number, o.product_name, l.at, l.units, l.gross, l.reversed, l.commission, l.shipping,
        l.gst_on_fees, l.tcs, l.tds, 0, l.net
      from bench.line l join orders o on o.id = l.order_id join settlement_run u on u.up_to = l.settled_on
      join settlement t on t.run_id = u.id and t.seller_id = l.seller_id
      order by l.entry_id;
      insert into unsettled_entry (entry_id, seller_id, order_id, reversal_no, net_paise)
      select entry_id, seller_id, order_id, reversal_no, net from bench.line where settled_on is null order by entry_id;
      -- Of the last two weeks only those of yesterday are to be compared with the payment provider.
      insert into reconciliation (day, state, checked_at, sides, differences)
      select d::date, 'done', d + interval '30 hours', '[]', 0 from generate_series(${now} - interval '300 days', ${now} - interval '1 day', '1 day') as d`,
    ],
  ]
}
