-- A part of a payout that came back is in the ledger as an entry of its own: 'payout-reversed:{id}:1', ':2' and so on.
alter table payout add column came_back_parts int not null default 0;

-- The keys of all entries that a payout can have.
create function payout_entry_keys(id uuid, parts int) returns text[] language sql immutable parallel safe as $$
  select array['payout:' || id, 'payout-reversed:' || id]
    || array(select 'payout-reversed:' || id || ':' || n from generate_series(1, parts) as n)
$$;

-- What was known of parts before this entry existed.
do $$
declare
  back record;
begin
  for back in select id, seller_id, came_back_paise as paise from payout where came_back_paise > 0 loop
    update payout set came_back_parts = 1 where id = back.id;
    if exists (select from payout where id = back.id and state = 'paid') then
      with entry as (
        insert into journal_entry (key, kind, posting_count)
        values ('payout-reversed:' || back.id || ':1', 'payout-reversed', 2) returning id
      )
      insert into posting (entry_id, line_no, account, seller_id, amount_paise)
      select entry.id, l.line_no, l.account, l.seller_id, l.amount_paise
      from entry, (values (1, 'seller_payable', back.seller_id, -back.paise), (2, 'provider', null, back.paise))
        as l (line_no, account, seller_id, amount_paise);
    end if;
  end loop;
end $$;
alter table payout add constraint payout_came_back_in_parts check ((came_back_parts > 0) = (came_back_paise > 0));

create or replace view invariant_settlement as
  select 'settlement: a line is not what its entry says' as invariant, e.key as id, l.settlement_id
    from settlement_line l join journal_entry e on e.id = l.entry_id join settlement t on t.id = l.settlement_id
    where l.net_paise is distinct from (select -sum(p.amount_paise) from posting p
      where p.entry_id = e.id and p.account = 'seller_payable' and p.seller_id = t.seller_id)
  union all
  select 'settlement: its lines are not its sums', t.id::text, t.id from settlement t
    join lateral (select count(*) as lines, sum(net_paise) as net, sum(gross_paise) as gross, sum(tcs_paise) as tcs
      from settlement_line where settlement_id = t.id) l on true
    where l.lines <> t.lines or l.net <> t.net_paise or l.gross <> t.gross_paise or l.tcs <> t.tcs_paise
  union all
  select 'settlement: not what was carried before', t.id::text, t.id from settlement t join settlement_run r on r.id = t.run_id
    where t.carried_before_paise <> coalesce((
      select b.carried_after_paise from settlement b join settlement_run br on br.id = b.run_id
      where b.seller_id = t.seller_id and br.up_to < r.up_to order by br.up_to desc limit 1), 0)
  union all
  select 'payout: not what its settlement says, or a second one', t.id::text, t.id from settlement t
    join lateral (select count(*) filter (where state not in ('failed', 'returned')) as live, count(*) as "all",
        count(*) filter (where paise <> t.payout_paise) as other from payout where settlement_id = t.id) p on true
    where p.other > 0 or p.live > 1 or (p."all" > 0) <> (t.payout_paise > 0)
  union all
  select 'payout: the ledger says otherwise', p.id::text, p.settlement_id from payout p
    where (select coalesce(sum(l.amount_paise), 0) from journal_entry e join posting l on l.entry_id = e.id
        where e.key = any(payout_entry_keys(p.id, p.came_back_parts)) and l.account = 'seller_payable')
      <> case p.state when 'paid' then p.paise - p.came_back_paise else 0 end;

create or replace view invariant_seller as
  select 'ledger: a seller is owed another amount than unsettled, carried and unpaid' as invariant, s.account_id::text as id,
      s.account_id as seller_id from seller s
    where -(select coalesce(sum(b.paise), 0) from (
        select c.balance_paise as paise from ledger_checkpoint c where c.account = 'seller_payable' and c.seller_id = s.account_id
        union all
        select p.amount_paise from posting p
          where p.seller_id = s.account_id and p.entry_id > (select entry_id from ledger_horizon)) b)
      <> (select coalesce(sum(net_paise), 0) from unsettled_entry where seller_id = s.account_id)
        + coalesce((select t.carried_after_paise from settlement t join settlement_run r on r.id = t.run_id
          where t.seller_id = s.account_id order by r.up_to desc limit 1), 0)
        + (select coalesce(sum(t.payout_paise), 0) from settlement t where t.seller_id = s.account_id and not exists (
          select from payout p where p.settlement_id = t.id and p.state = 'paid'))
        + (select coalesce(sum(p.came_back_paise), 0) from payout p where p.seller_id = s.account_id and p.state = 'paid')
      and not exists (select from journal_entry e join posting p on p.entry_id = e.id and p.seller_id = s.account_id
        where e.kind = 'reversed');
