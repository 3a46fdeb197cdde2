-- A coupon can be used again where nothing of its purchase was kept

-- Group fulfilment --------------------------------------------------------------------------------------------------------------
-- For other groups: every order of a purchase went back before it arrived, because somebody cancelled it, or it could not be sent.
create function nothing_kept(checkout uuid) returns boolean language sql stable
return not exists (select from orders o where o.checkout_id = checkout and o.status <> 'refunded');

-- Group buying ------------------------------------------------------------------------------------------------------------------
-- Its buyer has asked to use the coupon again: the use is free.
alter table checkout add coupon_given_back boolean not null default false,
  add constraint checkout_coupon_given_back check (not coupon_given_back or coupon_once_id is null) not valid;

create or replace function count_coupon_use() returns trigger language plpgsql as $$
declare
  had constant int := case when tg_op <> 'INSERT' and old.coupon_id is not null and old.state in ('open', 'completed')
    and not old.coupon_given_back then 1 else 0 end;
  has constant int := case when tg_op <> 'DELETE' and new.coupon_id is not null and new.state in ('open', 'completed')
    and not new.coupon_given_back then 1 else 0 end;
begin
  if had <> has then
    update coupon set uses = uses + has - had where id = coalesce(new.coupon_id, old.coupon_id);
  end if;
  return null;
end $$;
create or replace trigger checkout_coupon_used after insert or update of state, coupon_given_back or delete on checkout
  for each row execute function count_coupon_use();
