-- What of a payout by Route was reversed at the provider while the rest stays with the seller. The whole is the state 'returned'.
alter table payout
  add column came_back_paise bigint not null default 0,
  add constraint payout_came_back_in_part check (came_back_paise >= 0 and came_back_paise < paise);
create index payout_partly_back on payout (updated_at) where came_back_paise > 0 and state = 'paid';
