-- Money: what bank and provider say of a held shop
-- Group money -------------------------------------------------------------------------------------------------------------------

-- 'no-money': it failed, or all of it came back.
alter table hold_finding drop constraint hold_finding_outcome_check,
  add constraint hold_finding_outcome_check check (outcome in ('adopted', 'unknown', 'under-way', 'no-money'));
