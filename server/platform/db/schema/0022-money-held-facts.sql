-- Money: what bank and provider say of a held shop
-- Group money -------------------------------------------------------------------------------------------------------------------

-- 'no-money': it failed, or all of it came back.
alter table hold_finding drop constraint hold_finding_outcome_check,
  add constraint hold_finding_outcome_check check (outcome in ('adopted', 'unknown', 'under-way', 'no-money'));

-- Each settlement carries what the one before it has left: one that is put before another would carry the same amount again.
create function require_last_settlement() returns trigger language plpgsql as $$
begin
  if exists (select from settlement s join settlement_run later on later.id = s.run_id
      where s.seller_id = new.seller_id and later.up_to > (select up_to from settlement_run where id = new.run_id)) then
    raise exception 'seller % has a settlement of a later day', new.seller_id
      using errcode = 'check_violation', constraint = 'settlement_follows_the_last';
  end if;
  return new;
end $$;
create trigger settlement_follows_the_last before insert on settlement for each row execute function require_last_settlement();
